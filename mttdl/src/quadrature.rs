//! Integration of smooth functions.

/// Positive nodes and weights of the Gauss-Legendre rule with 24 points on −1 to 1; the rule is symmetric.
///
/// # Source
/// Roots of the Legendre polynomial of order 24 and w = 2 / ((1 − x²) P′(x)²), computed to 30 digits.
pub(crate) const NODES: [(f64, f64); 12] = [
    (0.9951872199970213, 0.0123412297999872),
    (0.9747285559713095, 0.028531388628933663),
    (0.9382745520027328, 0.04427743881741981),
    (0.8864155270044011, 0.05929858491543678),
    (0.820001985973903, 0.0733464814110803),
    (0.7401241915785544, 0.08619016153195327),
    (0.6480936519369755, 0.09761865210411388),
    (0.5454214713888396, 0.10744427011596563),
    (0.4337935076260451, 0.1155056680537256),
    (0.3150426796961634, 0.12167047292780339),
    (0.1911188674736163, 0.1258374563468283),
    (0.06405689286260563, 0.12793819534675216),
];

/// Returns the integral of `function` from `from` to `to` by the 24-point rule, exact for polynomials up to degree 47.
pub(crate) fn integrate(from: f64, to: f64, mut function: impl FnMut(f64) -> f64) -> f64 {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
    let sum: f64 = NODES
        .iter()
        .map(|&(node, weight)| weight * (function(middle - half * node) + function(middle + half * node)))
        .sum();
    sum * half
}
