import type { OnProgress } from '#server/import/index.ts'

type Out = { isTTY?: boolean; write(text: string): unknown }

export function showProgress(out: Out = process.stderr): OnProgress {
  return (recordType, done, total) => {
    if (out.isTTY) out.write(`\r\x1b[K${recordType} ${done} of ${total}${done === total ? '\n' : ''}`)
    else if (done === total) out.write(`${recordType}: ${total}\n`)
  }
}
