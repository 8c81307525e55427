import { Problem } from '#server/errors.ts'

export const imageProblem = (sentence: string, status: 400 | 413 = 400) =>
  new Problem(status, sentence, { fields: { file: sentence } })
