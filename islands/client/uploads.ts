import { delegate, findElement, findElements } from './page.ts'
import { showControl } from './typed-controls.ts'
import { refuseUpload } from './uploads/refuse-upload.ts'
import { isSending, sendFile, stopSending } from './uploads/send-file.ts'
import { sayStoredFiles } from './uploads/stored-files.ts'
import { uploadNow } from './uploads/upload-now.ts'

const upload = '[data-upload]'

export function watchUploads(): void {
  delegate('click', `${upload} [data-upload-send]`, (button) => void send(boxOf(button)))
  delegate('change', `${upload} [data-upload-now]`, (chooser) => sendNow(chooser as HTMLInputElement))
  delegate('click', `${upload} [data-upload-stop]`, (button) => stopSending(boxOf(button)))
  delegate('change', `${upload} [name=file]`, (input) => nameAfter(boxOf(input)))
  delegate('keydown', `${upload} input`, (input, event) => {
    if (event.key !== 'Enter' || (input as HTMLInputElement).type === 'file') return
    event.preventDefault()
    void send(boxOf(input))
  })
  document.addEventListener('submit', uploadFirst, true)
  delegate('dragover', upload, (box, event) => {
    event.preventDefault()
    box.classList.add('over')
  })
  delegate('dragleave', upload, (box) => box.classList.remove('over'))
  delegate('drop', upload, dropped)
}

const boxOf = (within: HTMLElement) => within.closest<HTMLElement>(upload) as HTMLElement
const input = (box: HTMLElement, name: string) => findElement<HTMLInputElement>(`[name=${name}]`, box)!

function dropped(box: HTMLElement, event: DragEvent): void {
  event.preventDefault()
  box.classList.remove('over')
  if (!event.dataTransfer?.files.length) return
  const chooser = findElement<HTMLInputElement>('[data-upload-now][multiple]', box)
  const { files } = event.dataTransfer
  if (chooser) sendNow(Object.assign(chooser, { files }))
  else {
    input(box, 'file').files = files
    nameAfter(box)
  }
}

/** What is chosen above the list is uploaded under its own name. */
function sendNow(chooser: HTMLInputElement): void {
  const { group = '' } = chooser.dataset
  const chosen = [...(chooser.files ?? [])].map((file) => ({
    file,
    filename: withoutEnding(file.name),
    group,
  }))
  chooser.value = ''
  void uploadNow(boxOf(chooser), chosen)
}

function nameAfter(box: HTMLElement): void {
  const name = chosenIn(box)?.name
  const description = input(box, 'filename')
  if (name && !description.value.trim()) description.value = withoutEnding(name)
}

const chosenIn = (box: HTMLElement) => input(box, 'file').files?.[0]

const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/i, '')

const chosenBoxes = (within: ParentNode) =>
  findElements(upload, within).filter((box) =>
    findElements<HTMLInputElement>('[name=file]', box).some(({ files }) => files?.length),
  )

/** A chosen file is uploaded by the button that saves the rest of a dialog, which goes on once it is stored. */
function uploadFirst(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !form.matches('form[data-guard]')) return
  const boxes = chosenBoxes(form.closest('dialog') ?? form)
  if (boxes.length === 0) return
  event.preventDefault()
  event.stopImmediatePropagation()
  void sendAll(boxes).then((areSent) => areSent && form.requestSubmit(submitter))
}

async function sendAll(boxes: readonly HTMLElement[]): Promise<boolean> {
  for (const box of boxes)
    if (!(await send(box))) {
      showControl(input(box, 'file'))
      return false
    }
  return true
}

async function send(box: HTMLElement): Promise<boolean> {
  if (isSending(box)) return false
  const [filename, group] = [input(box, 'filename').value, input(box, 'group').value]
  const file = chosenIn(box)
  const answer = await sendFile(box, { file, filename, group })
  if ('refusal' in answer) {
    if (answer.refusal) refuseUpload(box, answer.refusal)
    return false
  }
  empty(box, file)
  sayStoredFiles([answer], false)
  // What waits is in no list yet, and the next is chosen here.
  if (!answer.id) return true
  const panel = box.closest<HTMLElement>('[role=tabpanel]')
  findElement('#tab-files', panel?.parentElement ?? document)?.click()
  return true
}

/** For the next, which may have been dropped while this one was sent. */
function empty(box: HTMLElement, sent: File | undefined): void {
  if (chosenIn(box) === sent) input(box, 'file').value = ''
  input(box, 'filename').value = ''
  nameAfter(box)
  refuseUpload(box, null)
}
