//! Operations with a backward pass of their own, for training.
//!
//! burn differentiates a softmax or a layer norm primitive by primitive. Here
//! each is one node of the graph: [`kernels`] computes it and its gradient on a
//! concrete backend, [`gradients`] ties both into burn's autodiff, and this
//! file leads tensors in and out. Backends without kernels (CUDA, Vulkan, where
//! burn fuses by itself) keep the plain expressions.

// burn means to drop libtorch one day; today nothing else is as fast on a CPU.
#![cfg_attr(feature = "libtorch", allow(deprecated))]

mod gradients;
mod kernels;
#[cfg(feature = "libtorch")]
mod libtorch;

use burn::backend::{
    Backend, Dispatch, DispatchDevice, backend_extension,
    tensor::{FloatTensor, IntTensor},
};
use burn::tensor::{Int, Tensor};

/// Dispatched by burn to the backend of the tensors it is given.
#[backend_extension(Autodiff, Flex: cfg(feature = "flex"), LibTorch: cfg(feature = "libtorch"))]
pub(crate) trait FusedOps: Backend {
    /// `[rows, width]`, scaled by `gamma` `[width]`, shifted by `beta` `[width]`.
    fn fused_layer_norm(
        input: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> FloatTensor<Self>;

    /// See [`crate::ops::self_attention`].
    fn fused_self_attention(
        packed: FloatTensor<Self>,
        mask: FloatTensor<Self>,
        batch: usize,
        heads: usize,
    ) -> FloatTensor<Self>;

    /// See [`crate::ops::cross_attention`].
    fn fused_cross_attention(
        queries: FloatTensor<Self>,
        packed: FloatTensor<Self>,
        mask: FloatTensor<Self>,
        batch: usize,
        heads: usize,
    ) -> FloatTensor<Self>;

    /// See [`crate::ops::cross_entropy`]; the weights sum to one.
    fn fused_cross_entropy(
        logits: FloatTensor<Self>,
        targets: IntTensor<Self>,
        weights: FloatTensor<Self>,
        smoothing: f64,
    ) -> FloatTensor<Self>;
}

/// Whether a tensor is being differentiated on a backend that has kernels.
pub(crate) fn applies_to(tensor: &Tensor<2>) -> bool {
    if !tensor.is_autodiff() {
        return false;
    }
    match tensor.device().without_autodiff().as_dispatch() {
        #[cfg(feature = "flex")]
        DispatchDevice::Flex(_) => true,
        #[cfg(feature = "libtorch")]
        DispatchDevice::LibTorch(_) => true,
        #[allow(unreachable_patterns)]
        _ => false,
    }
}

pub(crate) fn layer_norm(input: Tensor<2>, gamma: Tensor<1>, beta: Tensor<1>) -> Tensor<2> {
    Tensor::from_dispatch(<Dispatch as FusedOps>::fused_layer_norm(
        input.into_dispatch(),
        gamma.into_dispatch(),
        beta.into_dispatch(),
    ))
}

pub(crate) fn self_attention(
    packed: Tensor<2>,
    mask: Tensor<4>,
    batch: usize,
    heads: usize,
) -> Tensor<2> {
    Tensor::from_dispatch(<Dispatch as FusedOps>::fused_self_attention(
        packed.into_dispatch(),
        mask.into_dispatch(),
        batch,
        heads,
    ))
}

pub(crate) fn cross_attention(
    queries: Tensor<2>,
    packed: Tensor<2>,
    mask: Tensor<4>,
    batch: usize,
    heads: usize,
) -> Tensor<2> {
    Tensor::from_dispatch(<Dispatch as FusedOps>::fused_cross_attention(
        queries.into_dispatch(),
        packed.into_dispatch(),
        mask.into_dispatch(),
        batch,
        heads,
    ))
}

pub(crate) fn cross_entropy(
    logits: Tensor<2>,
    targets: Tensor<1, Int>,
    weights: Tensor<1>,
    smoothing: f64,
) -> Tensor<1> {
    Tensor::from_dispatch(<Dispatch as FusedOps>::fused_cross_entropy(
        logits.into_dispatch(),
        targets.into_dispatch(),
        weights.into_dispatch(),
        smoothing,
    ))
}
