import { Problem } from '#server/errors.ts'

const MB = 1024 * 1024

/** A telephone's photograph is a few megabytes; what is kept of it is a few kilobytes. */
export const PICTURE_BYTES = 10 * MB
/** It is printed at a few centimetres. */
export const LOGO_BYTES = 2 * MB

export const imageProblem = (sentence: string, status: 400 | 413 = 400) =>
  new Problem(status, sentence, { fields: { file: sentence } })

export const pictureTooLarge = () => imageProblem('The picture may have at most 10 MB.', 413)
export const logoTooLarge = () => imageProblem('The logo may have at most 2 MB.', 413)
