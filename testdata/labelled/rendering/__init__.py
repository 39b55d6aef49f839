"""From one written source per resume to its text, its labels and the file an applicant would send."""
