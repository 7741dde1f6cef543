//! The operations of the network that deserve a fused backward pass.
//!
//! Without the feature `train` they are plain tensor expressions. With it they
//! go through [`crate::fused`], which computes the same values and carries an
//! analytic gradient: burn would otherwise differentiate each softmax and layer
//! norm primitive by primitive, a dozen passes over memory each.

use ansatz_expr::math;

use burn::tensor::{Int, Tensor};

use crate::config::NORM_EPSILON;

/// What is added to the scores of positions that must not be looked at.
/// Finite: a row with every position masked must not become NaN.
pub(crate) const MASKED: f32 = -1e9;

/// `[rows, width]` to `[rows, width]`: normalised over the last axis, scaled, shifted.
pub(crate) fn layer_norm(input: Tensor<2>, gamma: Tensor<1>, beta: Tensor<1>) -> Tensor<2> {
    #[cfg(feature = "train")]
    if crate::fused::applies_to(&input) {
        return crate::fused::layer_norm(input, gamma, beta);
    }
    burn::tensor::module::layer_norm(input, gamma, Some(beta), NORM_EPSILON)
}

/// Attention of every head at once over heads already split.
///
/// `queries` `[batch, heads, targets, head]`, `keys` and `values`
/// `[batch, heads, sources, head]`, `mask` broadcastable to
/// `[batch, heads, targets, sources]`; gives `[batch, heads, targets, head]`.
pub(crate) fn attend(
    queries: Tensor<4>,
    keys: Tensor<4>,
    values: Tensor<4>,
    mask: Option<Tensor<4>>,
) -> Tensor<4> {
    attention_weights(queries, keys, mask).matmul(values)
}

/// How much every target looks at every source, `[batch, heads, targets, sources]`.
pub(crate) fn attention_weights(
    queries: Tensor<4>,
    keys: Tensor<4>,
    mask: Option<Tensor<4>>,
) -> Tensor<4> {
    let [_, _, _, head] = queries.dims();
    let scale = math::powf(head as f64, -0.5);
    // Scaling the queries touches fewer numbers than scaling the scores.
    let scores = queries.mul_scalar(scale).matmul(keys.swap_dims(2, 3));
    let scores = match mask {
        Some(mask) => scores.add(mask),
        None => scores,
    };
    burn::tensor::activation::softmax(scores, 3)
}

/// Self-attention from packed projections.
///
/// `packed` is `[batch * length, 3 * width]`: queries, keys, values side by
/// side, each the heads side by side. Gives `[batch * length, width]`.
pub(crate) fn self_attention(
    packed: Tensor<2>,
    mask: Tensor<4>,
    batch: usize,
    heads: usize,
) -> Tensor<2> {
    #[cfg(feature = "train")]
    if crate::fused::applies_to(&packed) {
        return crate::fused::self_attention(packed, mask, batch, heads);
    }
    let [queries, keys, values] = split_heads::<3>(packed, batch, heads);
    merge_heads(attend(queries, keys, values, Some(mask)))
}

/// Cross-attention from packed projections.
///
/// `queries` `[batch * targets, width]`, `packed` `[batch * sources, 2 * width]`:
/// keys and values side by side. Gives `[batch * targets, width]`.
pub(crate) fn cross_attention(
    queries: Tensor<2>,
    packed: Tensor<2>,
    mask: Tensor<4>,
    batch: usize,
    heads: usize,
) -> Tensor<2> {
    #[cfg(feature = "train")]
    if crate::fused::applies_to(&packed) {
        return crate::fused::cross_attention(queries, packed, mask, batch, heads);
    }
    let [queries] = split_heads::<1>(queries, batch, heads);
    let [keys, values] = split_heads::<2>(packed, batch, heads);
    merge_heads(attend(queries, keys, values, Some(mask)))
}

/// `[batch * length, parts * width]` to `parts` of `[batch, heads, length, head]`.
pub(crate) fn split_heads<const PARTS: usize>(
    packed: Tensor<2>,
    batch: usize,
    heads: usize,
) -> [Tensor<4>; PARTS] {
    let [rows, total] = packed.dims();
    let (length, head) = (rows / batch, total / (PARTS * heads));
    // [batch, length, parts, heads, head] -> [parts, batch, heads, length, head]
    let split = packed.reshape([batch, length, PARTS, heads, head]).permute([2, 0, 3, 1, 4]);
    std::array::from_fn(|part| split.clone().narrow(0, part, 1).squeeze_dim::<4>(0))
}

/// `[batch, heads, length, head]` to `[batch * length, heads * head]`.
pub(crate) fn merge_heads(heads: Tensor<4>) -> Tensor<2> {
    let [batch, count, length, head] = heads.dims();
    // [batch, length, heads, head] -> [batch * length, width]
    heads.swap_dims(1, 2).reshape([batch * length, count * head])
}

/// Mean negative log-likelihood of the targets that are not padding.
///
/// `logits` `[rows, vocabulary]`, `targets` `[rows]`, `weights` `[rows]`: one
/// where the target counts, zero where it is padding, summing to `total`.
/// `smoothing` is the share of probability spread over all words.
pub fn cross_entropy(
    logits: Tensor<2>,
    targets: Tensor<1, Int>,
    weights: Tensor<1>,
    total: f32,
    smoothing: f64,
) -> Tensor<1> {
    let weights = weights.div_scalar(total);
    #[cfg(feature = "train")]
    if crate::fused::applies_to(&logits) {
        return crate::fused::cross_entropy(logits, targets, weights, smoothing);
    }
    let log_probs = burn::tensor::activation::log_softmax(logits, 1);
    // [rows, 1] -> [rows]
    let chosen = log_probs.clone().gather(1, targets.unsqueeze_dim::<2>(1)).squeeze_dim::<1>(1);
    let spread = log_probs.mean_dim(1).squeeze_dim::<1>(1);
    let likelihood = chosen.mul_scalar(1.0 - smoothing).add(spread.mul_scalar(smoothing));
    likelihood.mul(weights).sum().neg()
}
