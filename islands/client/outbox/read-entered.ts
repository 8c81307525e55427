import { shortDate } from '#views/format.ts'
import type { Entered, KeptFile, Waiting } from './store.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Sent = Map<string, [name: string, value: string | KeptFile][]>

/** What is sent, by the labels of its form and in the words that it shows. Ids and versions have no label. */
export function readEntered(form: ParentNode, { fields, call }: Pick<Waiting, 'fields' | 'call'>): Entered[] {
  const sent = Map.groupBy(call ? asFields(call.body) : fields, ([name]) => name)
  return [...form.querySelectorAll<Control>('input, select, textarea')].flatMap(
    (control) => readControl(control, sent) ?? [],
  )
}

export const asFields = (body: Record<string, unknown>) =>
  Object.entries(body).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )

function readControl(control: Control, sent: Sent): Entered | undefined {
  const { type, name } = control
  const value = sent.get(name)?.[0]?.[1]
  const isChoice = type === 'radio' || type === 'checkbox'
  if (isChoice && value !== control.value) return type === 'checkbox' ? readUnchecked(control) : undefined
  sent.get(name)?.shift()
  if (value && typeof value !== 'string')
    return value.name ? { label: value.type.startsWith('image/') ? 'Photo' : 'File', value } : undefined
  const label =
    type === 'radio' ? textOf(control.closest('fieldset')?.querySelector('legend')) : labelOf(control)
  if (!label || !value) return
  return {
    label,
    name,
    value: inWords(control, value),
    drawn: control.parentElement?.matches('[data-signature]'),
  }
}

const readUnchecked = (control: Control) =>
  control.checkVisibility() ? { label: labelOf(control), value: 'No' } : undefined

function inWords(control: Control, value: string): string {
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.value === value)?.text ?? value
  if (control.type === 'checkbox') return 'Yes'
  if (control.type === 'radio') return textOf(control.labels?.[0]?.querySelector('span'))
  if (control.type === 'date') return shortDate(value)
  return control.dataset.shown ?? value
}

/** What is hidden stands beside the box or the pad that a person uses. */
function labelOf(control: Control): string {
  const used = control.type === 'hidden' ? control.parentElement?.querySelector(SHOWN) : control
  if (!used) return ''
  const by = document.getElementById(used.getAttribute('aria-labelledby') ?? '')
  return used.ariaLabel ?? textOf(by ?? (used as Control).labels?.[0])
}

const SHOWN = ':scope > [role=combobox], :scope > canvas'

function textOf(element: Element | null | undefined): string {
  const copy = element?.cloneNode(true) as Element | undefined
  for (const mark of copy?.querySelectorAll('[aria-hidden=true]') ?? []) mark.remove()
  return copy?.textContent?.trim() ?? ''
}
