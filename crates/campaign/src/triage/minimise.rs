//! The steps that are needed, by delta debugging.

/// Which of some steps are needed for something to `show`, by their places: halves are left out, then
/// quarters, and so on. It is asked at most so many times; what it was not asked about stays. Unless
/// there must be a `least` of one, none at all is tried first.
pub(crate) fn minimise(
    steps: usize,
    least: bool,
    most_asked: usize,
    mut shows: impl FnMut(&[usize]) -> bool,
) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..steps).collect();
    if steps > 0 && !least && shows(&[]) {
        return Vec::new();
    }
    let mut asked = 0;
    let mut part = kept.len().div_ceil(2);
    while part > 0 {
        let (mut start, mut shorter) = (0, false);
        while start < kept.len() && kept.len() > 1 && asked < most_asked {
            let end = (start + part).min(kept.len());
            let fewer = [&kept[..start], &kept[end..]].concat();
            asked += 1;
            match !fewer.is_empty() && shows(&fewer) {
                true => (kept, shorter) = (fewer, true),
                false => start = end,
            }
        }
        // Single ones are tried until none can go.
        if !shorter || part > 1 {
            part /= 2;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_stays_and_nothing_else() {
        for needed in [vec![3], vec![0, 6], vec![2, 3, 4]] {
            let has_all = |kept: &[usize]| needed.iter().all(|step| kept.contains(step));
            assert_eq!(minimise(7, true, 80, has_all), needed);
        }
    }

    #[test]
    fn none_is_needed_only_if_none_will_do() {
        assert!(minimise(5, false, 80, |_| true).is_empty());
        assert_eq!(minimise(5, true, 80, |_| true).len(), 1);
        assert!(minimise(0, false, 80, |_| unreachable!()).is_empty());
        assert_eq!(minimise(3, true, 80, |_| false), [0, 1, 2]);
    }

    #[test]
    fn it_is_asked_no_more_often_than_that() {
        let mut asked = 0;
        minimise(1000, true, 80, |kept| {
            asked += 1;
            // Every other one is needed.
            kept.iter().filter(|&place| place % 2 == 0).count() == 500
        });
        assert_eq!(asked, 80);
    }
}
