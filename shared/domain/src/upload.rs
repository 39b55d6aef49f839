//! How much an upload may take.

use crate::organization::Plan;

/// What an organization has used, and what its uploads in progress may still take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadUsage {
    /// Batches uploaded today.
    pub batches: u64,
    /// Bytes uploaded today, and unpacked from uploads.
    pub bytes: u64,
    /// Bytes stored.
    pub stored: u64,
    /// Uploads in progress.
    pub in_progress: u64,
    /// Bytes reserved for them.
    pub reserved: u64,
}

/// The limit that an upload meets first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadLimit {
    /// The plan's batches or bytes of the day.
    Day,
    /// The organization's storage.
    Storage,
    /// What uploads in progress leave of both, or their number.
    InProgress,
    /// The size of one upload.
    Size,
}

/// What an upload may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadRoom {
    /// The most bytes; 0 if it may not start.
    pub bytes: u64,
    /// The reason why it may not have more.
    pub limit: UploadLimit,
}

impl UploadUsage {
    /// The room for another upload of at most `largest` bytes.
    #[must_use]
    pub fn room(&self, plan: Plan, largest: u64, storage_limit: u64) -> UploadRoom {
        let Self { batches, bytes, stored, in_progress, reserved } = *self;
        let [max_batches, max_bytes] =
            [plan.max_batches_a_day(), plan.max_bytes_a_day()].map(|limit| u64::try_from(limit).unwrap_or_default());
        let day = if batches < max_batches { max_bytes.saturating_sub(bytes) } else { 0 };
        let storage = storage_limit.saturating_sub(stored);
        let is_crowded = in_progress >= plan.max_concurrent_uploads() || batches + in_progress >= max_batches;
        let beside_others = if is_crowded { 0 } else { day.min(storage).saturating_sub(reserved) };
        // Of equal limits the first is the one to name.
        let limits = [
            (UploadLimit::Day, day),
            (UploadLimit::Storage, storage),
            (UploadLimit::InProgress, beside_others),
            (UploadLimit::Size, largest),
        ];
        let (limit, bytes) = limits.into_iter().min_by_key(|(_, bytes)| *bytes).unwrap_or((UploadLimit::Size, largest));
        UploadRoom { bytes, limit }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GIB: u64 = 1 << 30;

    fn room(usage: UploadUsage) -> UploadRoom {
        usage.room(Plan::Free, 2 * GIB, 100 * GIB)
    }

    const fn limited(limit: UploadLimit, bytes: u64) -> UploadRoom {
        UploadRoom { bytes, limit }
    }

    #[test]
    fn the_smallest_limit_is_named() {
        use UploadLimit::{Day, InProgress, Size, Storage};
        let none = UploadUsage::default();
        assert_eq!(room(none), limited(Size, 2 * GIB));
        assert_eq!(room(UploadUsage { bytes: 9 * GIB, ..none }), limited(Day, GIB));
        assert_eq!(room(UploadUsage { batches: 200, ..none }), limited(Day, 0));
        assert_eq!(room(UploadUsage { bytes: 11 * GIB, ..none }), limited(Day, 0), "a smaller plan than this morning");
        assert_eq!(room(UploadUsage { stored: 99 * GIB, ..none }), limited(Storage, GIB));
        assert_eq!(room(UploadUsage { in_progress: 7, reserved: 9 * GIB, ..none }), limited(InProgress, GIB));
        assert_eq!(room(UploadUsage { in_progress: 8, reserved: 8, ..none }), limited(InProgress, 0));
        assert_eq!(room(UploadUsage { batches: 199, in_progress: 1, reserved: 1, ..none }), limited(InProgress, 0));
        assert_eq!(
            room(UploadUsage { stored: 99 * GIB, in_progress: 1, reserved: GIB, ..none }),
            limited(InProgress, 0)
        );
    }

    proptest! {
        #[test]
        fn reserved_uploads_never_pass_a_limit(
            announced in prop::collection::vec(1..4 * GIB, 1..40),
            bytes in 0..12 * GIB,
            stored in 0..110 * GIB,
            batches in 0..205_u64,
        ) {
            let mut usage = UploadUsage { batches, bytes, stored, ..UploadUsage::default() };
            for announced in announced {
                let UploadRoom { bytes, .. } = usage.room(Plan::Free, announced, 100 * GIB);
                if bytes > 0 {
                    usage = UploadUsage { in_progress: usage.in_progress + 1, reserved: usage.reserved + bytes, ..usage };
                }
            }
            if usage.in_progress > 0 {
                prop_assert!(usage.bytes + usage.reserved <= 10 * GIB);
                prop_assert!(usage.stored + usage.reserved <= 100 * GIB);
                prop_assert!(usage.batches + usage.in_progress <= 200 && usage.in_progress <= 8);
            }
        }
    }
}
