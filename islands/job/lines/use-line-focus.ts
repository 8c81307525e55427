import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { LineField } from './line-values.ts'

/** On a phone some cells of a line unfold with the focus in it alone. */
export function focusLineCell(cell: HTMLElement | null | undefined): void {
  cell?.closest('tr')?.querySelector<HTMLElement>('.actions button')?.focus()
  cell?.focus()
}

type FormRef = RefObject<HTMLFormElement | null>

/** Focuses the last line as it is drawn: at the next drawing the person may be elsewhere. */
export function useAddedLineFocus(form: FormRef, added: { column: LineField } | undefined): void {
  useLayoutEffect(() => {
    if (!added) return
    form.current?.querySelector<HTMLElement>(`tbody tr:last-of-type [data-column=${added.column}]`)?.focus()
  }, [added, form])
}

export function useAddingFocus(form: FormRef, adding: number): void {
  useEffect(() => {
    if (adding) form.current?.querySelector<HTMLElement>('.addline [role=combobox]')?.focus()
  }, [adding, form])
}

/** The first price that is missing, else the first quantity. */
export function usePricingFocus(form: FormRef, pricing: number): void {
  useEffect(() => {
    if (!pricing) return
    const cells = (column: LineField) => [
      ...(form.current?.querySelectorAll<HTMLInputElement>(`input[data-column=${column}]`) ?? []),
    ]
    const isEmpty = ({ value }: HTMLInputElement) => !/[1-9]/.test(value)
    const missing = cells('linerate').find(isEmpty) ?? cells('estimated').find(isEmpty)
    focusLineCell(missing)
  }, [pricing, form])
}
