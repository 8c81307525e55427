import { messages } from '../messages.ts'
import { showLeft } from './progress.ts'
import { refuseUpload } from './refuse-upload.ts'
import { type ChosenFile, type StoredFile, sendFile } from './send-file.ts'
import { sayStoredFiles } from './stored-files.ts'

/** What is still to be sent of a box, while it sends. */
const queues = new WeakMap<HTMLElement, ChosenFile[]>()

/** One after the other; what comes while some are sent goes after them. */
export async function uploadNow(box: HTMLElement, chosen: readonly ChosenFile[]): Promise<void> {
  const queue = queues.get(box)
  if (queue) {
    queue.push(...chosen)
    return showLeft(box, queue.length)
  }
  await sendInTurn(box, [...chosen])
}

async function sendInTurn(box: HTMLElement, queue: ChosenFile[]): Promise<void> {
  queues.set(box, queue)
  refuseUpload(box, null)
  const stored: StoredFile[] = []
  const wrong: string[] = []
  for (let next = queue.shift(); next; next = queue.shift()) {
    showLeft(box, queue.length)
    const answer = await sendFile(box, next)
    if (!('refusal' in answer)) stored.push(answer)
    else if (answer.refusal) {
      const { fields, message = messages.unexpected } = answer.refusal
      wrong.push(`${next.file?.name}: ${fields?.file ?? message}`)
    } else break
  }
  queues.delete(box)
  if (wrong.length > 0) refuseUpload(box, { message: wrong.join(' ') })
  sayStoredFiles(stored, true)
}
