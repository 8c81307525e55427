import type { Progress } from '#server/import/write.ts'

type Out = { isTTY?: boolean; write(text: string): unknown }

/** Shows how far an import is: a line that updates on a terminal, a line for each noun elsewhere. */
export function showProgress(out: Out = process.stderr): Progress {
  return (noun, done, total) => {
    if (out.isTTY) out.write(`\r\x1b[K${noun} ${done} of ${total}${done === total ? '\n' : ''}`)
    else if (done === total) out.write(`${noun}: ${total}\n`)
  }
}
