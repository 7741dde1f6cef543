//! libtorch's own kernels.

use burn::backend::{
    LibTorch,
    tensor::{FloatTensor, IntTensor},
};
use burn_tch::TchTensor;

use super::FusedOps;
use super::kernels::{
    Kept, Kernels, fused_ops_without_gradients, merge_heads, split_heads, unpack,
};
use crate::config::NORM_EPSILON;

impl Kernels for LibTorch {
    /// libtorch's bindings lack the backward kernel of the layer norm, so its
    /// own autograd is asked for it: what is kept is a graph of one node.
    fn norm(
        input: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, Kept<Self>) {
        let leaf = |tensor: &TchTensor| tensor.tensor.detach().set_requires_grad(true);
        let leaves = [leaf(&input), leaf(&gamma), leaf(&beta)];
        let width = leaves[1].size();
        let (scale, shift) = (Some(&leaves[1]), Some(&leaves[2]));
        let output = leaves[0].layer_norm(width, scale, shift, NORM_EPSILON, false);
        let value = TchTensor::new(output.detach());
        // Sharing the storage tells burn that it must not be written to.
        let mut kept = vec![TchTensor::from_existing(output, value.storage.clone())];
        for (leaf, tensor) in leaves.into_iter().zip([input, gamma, beta]) {
            kept.push(TchTensor::from_existing(leaf, tensor.storage));
        }
        (value, kept)
    }

    fn norm_backward(kept: Kept<Self>, grad: FloatTensor<Self>) -> [FloatTensor<Self>; 3] {
        let [output, input, gamma, beta] = unpack(kept);
        let output = (output.tensor * grad.tensor).sum(tch::Kind::Float);
        let inputs = [input.tensor, gamma.tensor, beta.tensor];
        let grads = tch::Tensor::run_backward(&[output], &inputs, false, false);
        unpack(grads.into_iter().map(TchTensor::new).collect())
    }

    fn softmax_backward(output: FloatTensor<Self>, grad: FloatTensor<Self>) -> FloatTensor<Self> {
        let kind = output.tensor.kind();
        TchTensor::new(tch::Tensor::internal_softmax_backward_data(
            &grad.tensor,
            &output.tensor,
            -1,
            kind,
        ))
    }
}

fused_ops_without_gradients!(LibTorch);
