type Control = HTMLInputElement | HTMLTextAreaElement

/** Whether a control holds what nobody has saved yet. */
export const isTyped = ({ value, defaultValue }: Control) => value.trim() !== '' && value !== defaultValue

/** Shows the section in which it stands, and puts the cursor there. */
export function showControl(control: HTMLElement): void {
  const panel = control.closest<HTMLElement>('[role=tabpanel][hidden]')
  if (panel) document.querySelector<HTMLElement>(`[aria-controls="${panel.id}"]`)?.click()
  control.focus()
}
