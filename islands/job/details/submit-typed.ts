import { isTyped, showControl } from '#islands/client/typed-controls.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'

const LOOK_MS = 50
/** What waits for an answer to a question of its own is never sent by another button. */
const question = '.askstep'

/**
 * Adds what was typed in the other forms of a job's dialog, such as a note or time, so that its Save leaves nothing behind.
 * Gives whether all of it is saved; else the first that is not is shown.
 */
export async function submitTyped(own: HTMLFormElement | null): Promise<boolean> {
  const forms = own?.closest('dialog')?.querySelectorAll<HTMLFormElement>('form[data-guard]:not(.lines)')
  for (const form of forms ?? []) {
    if (form === own || !hasTyped(form)) continue
    if (!form.matches(question)) form.requestSubmit()
    if (await isTaken(form)) continue
    showUnsaved(form)
    return false
  }
  return true
}

type Control = HTMLInputElement | HTMLTextAreaElement

const typeable = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [role=combobox])'

const hasTyped = (form: HTMLFormElement) => [...form.querySelectorAll<Control>(typeable)].some(isTyped)

async function isTaken(form: HTMLFormElement): Promise<boolean> {
  do await new Promise((done) => setTimeout(done, LOOK_MS))
  while (form.isConnected && form.ariaBusy === 'true')
  return !form.isConnected || !hasTyped(form)
}

function showUnsaved(form: HTMLFormElement): void {
  const panel = form.closest<HTMLElement>('[role=tabpanel]')
  const tab = panel && document.querySelector<HTMLElement>(`[aria-controls="${panel.id}"]`)
  showControl(form.querySelector<HTMLElement>('textarea, input:not([type=hidden]), select') ?? form)
  const where = tab?.firstChild?.textContent?.trim()
  showSnackbar({
    level: 'error',
    message: `Not saved yet: what was typed${where ? ` on ${where}` : ''}. Finish it, or empty it, first.`,
  })
}
