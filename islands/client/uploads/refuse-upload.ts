import { placeErrors } from '../forms.ts'
import { messages } from '../messages.ts'
import type { UploadRefusal } from './send-file.ts'

/** Says in a box what is wrong; null takes it away. */
export function refuseUpload(box: HTMLElement, refusal: UploadRefusal | null): void {
  const errors = document.createElement('div')
  if (refusal) {
    errors.className = 'formerrors'
    errors.setAttribute('role', 'alert')
    const sentence = document.createElement('p')
    sentence.textContent = refusal.message ?? messages.unexpected
    const list = document.createElement('ul')
    for (const [name, text] of Object.entries(refusal.fields ?? {})) {
      const item = document.createElement('li')
      item.dataset.field = name
      item.textContent = text
      list.append(item)
    }
    errors.append(sentence, list)
  }
  placeErrors(box, errors)
}
