//! Loads the models and runs them.

use std::sync::Arc;

use rten::{Model, RunOptions, ThreadPool};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use crate::OcrError;

/// The files of the models: detection, orientation, recognition, and the characters of the recognition, one a line.
pub const MODEL_FILES: [&str; 4] = [
    "ch_PP-OCRv4_det_infer.onnx",
    "ch_ppocr_mobile_v2.0_cls_infer.onnx",
    "ch_PP-OCRv4_rec_infer.onnx",
    "ppocr_keys_v1.txt",
];

/// The contents of [`MODEL_FILES`].
pub type ModelBytes = [Vec<u8>; 4];

/// The loaded models.
pub struct Models {
    pub(crate) detection: Model,
    pub(crate) orientation: Model,
    pub(crate) recognition: Model,
    /// The characters by the numbers that the recognition answers; the first is the blank.
    pub(crate) characters: Vec<char>,
    options: RunOptions,
}

impl std::fmt::Debug for Models {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Models").finish_non_exhaustive()
    }
}

/// Makes models run in the calling thread, for a process that may not start others. Has an effect once in a process,
/// before the first use of [`Models`].
pub fn use_one_thread() {
    // Fails if the threads have been set up before.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
}

impl Models {
    /// Loads the models.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn load([detection, orientation, recognition, characters]: ModelBytes) -> Result<Self, OcrError> {
        let listed = String::from_utf8(characters).map_err(OcrError::new)?;
        let listed = listed.lines().map(|line| line.chars().next().unwrap_or(' '));
        let characters = std::iter::once('\0').chain(listed).chain([' ']).collect();
        let options = RunOptions::default().with_thread_pool(Some(Arc::new(ThreadPool::with_num_threads(1))));
        Ok(Self {
            detection: Model::load(detection).map_err(OcrError::new)?,
            orientation: Model::load(orientation).map_err(OcrError::new)?,
            recognition: Model::load(recognition).map_err(OcrError::new)?,
            characters,
            options,
        })
    }

    /// The answer of a model to one picture of grey values between -1 and 1.
    pub(crate) fn run(&self, model: &Model, width: usize, grey: &[f32]) -> Result<(Vec<usize>, Vec<f32>), OcrError> {
        let height = grey.len() / width;
        // The models expect three colours.
        let values = [grey, grey, grey].concat();
        let input = NdTensor::from_data([1, 3, height, width], values);
        let answer = model.run_one((&input).into(), Some(self.options.clone())).map_err(OcrError::new)?;
        let answer =
            answer.into_tensor::<f32>().ok_or_else(|| OcrError::new("an answer that is no tensor of numbers"))?;
        let shape = answer.shape().to_vec();
        Ok((shape, answer.into_data()))
    }
}
