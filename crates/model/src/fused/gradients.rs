//! The kernels as nodes of burn's autodiff graph.

use burn::backend::{
    Autodiff,
    autodiff::{
        checkpoint::{base::Checkpointer, strategy::CheckpointStrategy},
        grads::Gradients,
        ops::{Backward, Ops, OpsKind},
    },
    tensor::{FloatTensor, IntTensor},
};

use super::FusedOps;
use super::kernels::{Kept, Kernels, merge_heads, pack_heads, split_heads};

/// Registers a gradient if its tensor wants one.
macro_rules! register {
    ($grads:ident, $($parent:expr => $grad:expr),+ $(,)?) => {
        $(if let Some(node) = $parent {
            $grads.register::<B>(node.id, $grad);
        })+
    };
}

#[derive(Debug)]
struct LayerNorm;

impl<B: Kernels> Backward<B, 3> for LayerNorm {
    type State = Kept<B>;

    fn backward(self, ops: Ops<Self::State, 3>, grads: &mut Gradients, _: &mut Checkpointer) {
        let grad = grads.consume::<B>(&ops.node);
        let [input, gamma, beta] = ops.parents;
        let [grad_input, grad_gamma, grad_beta] = B::norm_backward(ops.state, grad);
        register!(grads, input => grad_input, gamma => grad_gamma, beta => grad_beta);
    }
}

#[derive(Debug)]
struct SelfAttention;

impl<B: Kernels> Backward<B, 1> for SelfAttention {
    /// What the kernel kept, the batch and the heads.
    type State = (Kept<B>, usize, usize);

    fn backward(self, ops: Ops<Self::State, 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let (kept, batch, heads) = ops.state;
        let [grad] = split_heads::<B, 1>(grads.consume::<B>(&ops.node), batch, heads);
        let [packed] = ops.parents;
        let grad = pack_heads::<B, 3>(B::attend_backward(kept, grad));
        register!(grads, packed => grad);
    }
}

#[derive(Debug)]
struct CrossAttention;

impl<B: Kernels> Backward<B, 2> for CrossAttention {
    /// What the kernel kept, the batch and the heads.
    type State = (Kept<B>, usize, usize);

    fn backward(self, ops: Ops<Self::State, 2>, grads: &mut Gradients, _: &mut Checkpointer) {
        let (kept, batch, heads) = ops.state;
        let [grad] = split_heads::<B, 1>(grads.consume::<B>(&ops.node), batch, heads);
        let [queries, packed] = ops.parents;
        let [grad_queries, grad_keys, grad_values] = B::attend_backward(kept, grad);
        register!(
            grads,
            queries => merge_heads::<B>(grad_queries),
            packed => pack_heads::<B, 2>([grad_keys, grad_values]),
        );
    }
}

#[derive(Debug)]
struct CrossEntropy;

impl<B: Kernels> Backward<B, 1> for CrossEntropy {
    /// What the kernel kept, the targets and the smoothing.
    type State = (Kept<B>, IntTensor<B>, f64);

    fn backward(self, ops: Ops<Self::State, 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let (kept, targets, smoothing) = ops.state;
        let grad = grads.consume::<B>(&ops.node);
        let [logits] = ops.parents;
        let grad = B::entropy_backward(kept, targets, smoothing, grad);
        register!(grads, logits => grad);
    }
}

impl<B: Kernels, C: CheckpointStrategy> FusedOps for Autodiff<B, C> {
    fn fused_layer_norm(
        input: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let [(input, input_node), (gamma, gamma_node), (beta, beta_node)] =
            [input, gamma, beta].map(|tensor| tensor.into_parts());
        let (output, kept) = B::norm(input, gamma, beta);
        let nodes = [input_node, gamma_node, beta_node];
        match LayerNorm.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish(kept, output),
            OpsKind::UnTracked(prep) => prep.finish(output),
        }
    }

    fn fused_self_attention(
        packed: FloatTensor<Self>,
        mask: FloatTensor<Self>,
        batch: usize,
        heads: usize,
    ) -> FloatTensor<Self> {
        let (packed, node) = packed.into_parts();
        let [queries, keys, values] = split_heads::<B, 3>(packed, batch, heads);
        let (output, kept) = B::attend(queries, keys, values, mask.into_primitive());
        let output = merge_heads::<B>(output);
        match SelfAttention.prepare::<C>([node]).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish((kept, batch, heads), output),
            OpsKind::UnTracked(prep) => prep.finish(output),
        }
    }

    fn fused_cross_attention(
        queries: FloatTensor<Self>,
        packed: FloatTensor<Self>,
        mask: FloatTensor<Self>,
        batch: usize,
        heads: usize,
    ) -> FloatTensor<Self> {
        let [(queries, queries_node), (packed, packed_node)] =
            [queries, packed].map(|tensor| tensor.into_parts());
        let [queries] = split_heads::<B, 1>(queries, batch, heads);
        let [keys, values] = split_heads::<B, 2>(packed, batch, heads);
        let (output, kept) = B::attend(queries, keys, values, mask.into_primitive());
        let output = merge_heads::<B>(output);
        let nodes = [queries_node, packed_node];
        match CrossAttention.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish((kept, batch, heads), output),
            OpsKind::UnTracked(prep) => prep.finish(output),
        }
    }

    fn fused_cross_entropy(
        logits: FloatTensor<Self>,
        targets: IntTensor<Self>,
        weights: FloatTensor<Self>,
        smoothing: f64,
    ) -> FloatTensor<Self> {
        let (logits, node) = logits.into_parts();
        let weights = weights.into_primitive();
        let (loss, kept) = B::entropy(logits, targets.clone(), weights, smoothing);
        match CrossEntropy.prepare::<C>([node]).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish((kept, targets, smoothing), loss),
            OpsKind::UnTracked(prep) => prep.finish(loss),
        }
    }
}
