//! Values and gradients on a concrete backend.
//!
//! The default bodies are burn primitives, with as few passes over memory as
//! they allow; a backend overrides what it has a kernel for.

use burn::backend::{
    Backend, TensorMetadata,
    tensor::{FloatTensor, IndexingUpdateOp, IntTensor},
};
use burn::tensor::{Shape, Slice};

use super::FusedOps;
use crate::config::NORM_EPSILON;

/// What a forward pass keeps for its backward pass.
pub(super) type Kept<B> = Vec<FloatTensor<B>>;

/// Forward and backward passes of the fused operations.
pub(super) trait Kernels: Backend {
    /// Layer norm of `[rows, width]`.
    fn norm(
        input: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, Kept<Self>) {
        let row = |vector| as_row::<Self>(vector);
        let centred = Self::float_sub(input.clone(), Self::float_mean_dim(input, 1));
        let variance = Self::float_mean_dim(Self::float_mul(centred.clone(), centred.clone()), 1);
        let deviation = Self::float_sqrt(Self::float_add_scalar(variance, NORM_EPSILON.into()));
        let inverse = Self::float_recip(deviation);
        let normal = Self::float_mul(centred, inverse.clone());
        let gamma = row(gamma);
        let scaled = Self::float_mul(normal.clone(), gamma.clone());
        let output = Self::float_add(scaled, row(beta));
        (output, vec![normal, inverse, gamma])
    }

    /// Gradients of the input, `gamma` and `beta`.
    fn norm_backward(kept: Kept<Self>, grad: FloatTensor<Self>) -> [FloatTensor<Self>; 3] {
        let [normal, inverse, gamma] = unpack(kept);
        let [_, width] = grad.shape().dims::<2>();
        let flat = |row| Self::float_reshape(row, Shape::new([width]));
        let by_normal = Self::float_mul(grad.clone(), normal.clone());
        let grad_gamma = flat(Self::float_sum_dim(by_normal.clone(), 0));
        let grad_beta = flat(Self::float_sum_dim(grad.clone(), 0));
        // inverse * (g - mean(g) - normal * mean(g * normal)), where g = grad * gamma
        let projection = Self::float_mean_dim(Self::float_mul(by_normal, gamma.clone()), 1);
        let grad = Self::float_mul(grad, gamma);
        let mean = Self::float_mean_dim(grad.clone(), 1);
        let grad = Self::float_sub(grad, mean);
        let grad = Self::float_sub(grad, Self::float_mul(normal, projection));
        [Self::float_mul(grad, inverse), grad_gamma, grad_beta]
    }

    /// The gradient through a softmax over the last axis of four, given its output.
    fn softmax_backward(output: FloatTensor<Self>, grad: FloatTensor<Self>) -> FloatTensor<Self> {
        let weighted = Self::float_mul(grad, output.clone());
        let total = Self::float_sum_dim(weighted.clone(), 3);
        Self::float_sub(weighted, Self::float_mul(output, total))
    }

    /// Attention over split heads: `queries` `[batch, heads, targets, head]`,
    /// `keys` and `values` `[batch, heads, sources, head]`.
    fn attend(
        queries: FloatTensor<Self>,
        keys: FloatTensor<Self>,
        values: FloatTensor<Self>,
        mask: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, Kept<Self>) {
        let queries = Self::float_mul_scalar(queries.clone(), scale(&queries.shape()).into());
        let scores = Self::float_matmul(queries.clone(), Self::float_swap_dims(keys.clone(), 2, 3));
        let weights = Self::softmax(Self::float_add(scores, mask), 3);
        let output = Self::float_matmul(weights.clone(), values.clone());
        (output, vec![queries, keys, values, weights])
    }

    /// Gradients of the queries, keys and values.
    fn attend_backward(kept: Kept<Self>, grad: FloatTensor<Self>) -> [FloatTensor<Self>; 3] {
        // The queries kept are already scaled.
        let [queries, keys, values, weights] = unpack(kept);
        let scale = scale(&queries.shape());
        let transposed = |tensor| Self::float_swap_dims(tensor, 2, 3);
        let grad_values = Self::float_matmul(transposed(weights.clone()), grad.clone());
        let grad_weights = Self::float_matmul(grad, transposed(values));
        let grad_scores = Self::softmax_backward(weights, grad_weights);
        let grad_queries = Self::float_matmul(grad_scores.clone(), keys);
        let grad_queries = Self::float_mul_scalar(grad_queries, scale.into());
        let grad_keys = Self::float_matmul(transposed(grad_scores), queries);
        [grad_queries, grad_keys, grad_values]
    }

    /// Weighted negative log-likelihood of the targets, `[1]`; the log-probabilities are kept.
    fn entropy(
        logits: FloatTensor<Self>,
        targets: IntTensor<Self>,
        weights: FloatTensor<Self>,
        smoothing: f64,
    ) -> (FloatTensor<Self>, Kept<Self>) {
        let [rows, _] = logits.shape().dims::<2>();
        let log_probs = Self::log_softmax(logits, 1);
        let targets = Self::int_reshape(targets, Shape::new([rows, 1]));
        let weights = Self::float_reshape(weights, Shape::new([rows, 1]));
        // [rows, 1]
        let chosen = Self::float_gather(1, log_probs.clone(), targets);
        let chosen = Self::float_mul_scalar(chosen, (smoothing - 1.0).into());
        let mean = Self::float_mean_dim(log_probs.clone(), 1);
        let loss = Self::float_sub(chosen, Self::float_mul_scalar(mean, smoothing.into()));
        let loss = Self::float_sum(Self::float_mul(loss, weights.clone()));
        (loss, vec![log_probs, weights])
    }

    /// The gradient of the logits; `grad` is `[1]`.
    fn entropy_backward(
        kept: Kept<Self>,
        targets: IntTensor<Self>,
        smoothing: f64,
        grad: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let [log_probs, weights] = unpack(kept);
        let [rows, words] = log_probs.shape().dims::<2>();
        let targets = Self::int_reshape(targets, Shape::new([rows, 1]));
        let probs = Self::float_exp(log_probs);
        let probs = Self::float_add_scalar(probs, (-smoothing / words as f64).into());
        let hit = Self::float_mul_scalar(weights.clone(), 0.0.into());
        let hit = Self::float_add_scalar(hit, (smoothing - 1.0).into());
        let difference = Self::float_scatter(1, probs, targets, hit, IndexingUpdateOp::Add);
        let grad = Self::float_reshape(grad, Shape::new([1, 1]));
        Self::float_mul(difference, Self::float_mul(weights, grad))
    }
}

/// `[batch * length, parts * width]` to `parts` of `[batch, heads, length, head]`.
pub(super) fn split_heads<B: Backend, const PARTS: usize>(
    packed: FloatTensor<B>,
    batch: usize,
    heads: usize,
) -> [FloatTensor<B>; PARTS] {
    let [rows, total] = packed.shape().dims::<2>();
    let (length, head) = (rows / batch, total / (PARTS * heads));
    let split = B::float_reshape(packed, Shape::new([batch, length, PARTS, heads, head]));
    std::array::from_fn(|part| {
        let mut slices = [Slice::full(); 5];
        slices[2] = Slice::from(part..part + 1);
        // [batch, length, 1, heads, head] -> [batch, length, heads, head]
        let one = B::float_slice(split.clone(), &slices);
        let one = B::float_reshape(one, Shape::new([batch, length, heads, head]));
        // -> [batch, heads, length, head]
        B::float_swap_dims(one, 1, 2)
    })
}

/// `[batch, heads, length, head]` to `[batch * length, heads * head]`.
pub(super) fn merge_heads<B: Backend>(heads: FloatTensor<B>) -> FloatTensor<B> {
    let [batch, count, length, head] = heads.shape().dims::<4>();
    let merged = B::float_swap_dims(heads, 1, 2);
    B::float_reshape(merged, Shape::new([batch * length, count * head]))
}

/// The inverse of [`split_heads`].
pub(super) fn pack_heads<B: Backend, const PARTS: usize>(
    parts: [FloatTensor<B>; PARTS],
) -> FloatTensor<B> {
    let [batch, heads, length, head] = parts[0].shape().dims::<4>();
    let parts = parts.map(|part| B::float_swap_dims(part, 1, 2)).into();
    // PARTS of [batch, length, heads, head] -> [batch, length, PARTS * heads, head]
    let packed = B::float_cat(parts, 2);
    B::float_reshape(packed, Shape::new([batch * length, PARTS * heads * head]))
}

/// `[width]` to `[1, width]`.
fn as_row<B: Backend>(vector: FloatTensor<B>) -> FloatTensor<B> {
    let width = vector.shape().num_elements();
    B::float_reshape(vector, Shape::new([1, width]))
}

/// One over the square root of a head's width.
pub(super) fn scale(queries: &Shape) -> f64 {
    let [_, _, _, head] = queries.dims::<4>();
    (head as f64).sqrt().recip()
}

/// A kept list as the array it was made from.
pub(super) fn unpack<T, const N: usize>(kept: Vec<T>) -> [T; N] {
    kept.try_into()
        .unwrap_or_else(|kept: Vec<T>| panic!("{} tensors kept, {N} expected", kept.len()))
}

/// The fused operations of a backend that has kernels, without gradients.
macro_rules! fused_ops_without_gradients {
    ($backend:ty) => {
        impl FusedOps for $backend {
            fn fused_layer_norm(
                input: FloatTensor<Self>,
                gamma: FloatTensor<Self>,
                beta: FloatTensor<Self>,
            ) -> FloatTensor<Self> {
                Self::norm(input, gamma, beta).0
            }

            fn fused_self_attention(
                packed: FloatTensor<Self>,
                mask: FloatTensor<Self>,
                batch: usize,
                heads: usize,
            ) -> FloatTensor<Self> {
                let [queries, keys, values] = split_heads::<Self, 3>(packed, batch, heads);
                merge_heads::<Self>(Self::attend(queries, keys, values, mask).0)
            }

            fn fused_cross_attention(
                queries: FloatTensor<Self>,
                packed: FloatTensor<Self>,
                mask: FloatTensor<Self>,
                batch: usize,
                heads: usize,
            ) -> FloatTensor<Self> {
                let [queries] = split_heads::<Self, 1>(queries, batch, heads);
                let [keys, values] = split_heads::<Self, 2>(packed, batch, heads);
                merge_heads::<Self>(Self::attend(queries, keys, values, mask).0)
            }

            fn fused_cross_entropy(
                logits: FloatTensor<Self>,
                targets: IntTensor<Self>,
                weights: FloatTensor<Self>,
                smoothing: f64,
            ) -> FloatTensor<Self> {
                Self::entropy(logits, targets, weights, smoothing).0
            }
        }
    };
}

#[cfg(feature = "libtorch")]
pub(super) use fused_ops_without_gradients;

#[cfg(feature = "flex")]
impl Kernels for burn::backend::Flex {}
#[cfg(feature = "flex")]
fused_ops_without_gradients!(burn::backend::Flex);
