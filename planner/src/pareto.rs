//! Which candidates does no other beat in everything?

/// Returns for each point whether no other is at least as good in every figure and better in one.
///
/// Every point is a list of as many figures, each the smaller the better; where a figure is NaN for any point, it is left
/// out for all.
#[must_use]
pub fn pareto_front(points: &[Vec<f64>]) -> Vec<bool> {
    let figures = points.iter().map(Vec::len).min().unwrap_or(0);
    let known: Vec<usize> = (0..figures)
        .filter(|&figure| points.iter().all(|point| !point[figure].is_nan()))
        .collect();
    let beats = |one: &[f64], other: &[f64]| {
        known.iter().all(|&figure| one[figure] <= other[figure])
            && known.iter().any(|&figure| one[figure] < other[figure])
    };
    points
        .iter()
        .map(|point| !points.iter().any(|other| beats(other, point)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_another_beats_is_not_on_the_front() {
        let points = [
            vec![1.0, 4.0, f64::NAN],
            vec![2.0, 2.0, 1.0],
            vec![2.0, 3.0, 0.0],
            vec![4.0, 1.0, 9.0],
            vec![2.0, 2.0, 5.0],
        ];
        assert_eq!(pareto_front(&points), [true, true, false, true, true]);
        assert_eq!(pareto_front(&[]), Vec::<bool>::new());
    }
}
