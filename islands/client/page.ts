export function delegate<K extends keyof DocumentEventMap>(
  event: K,
  selector: string,
  act: (element: HTMLElement, event: DocumentEventMap[K]) => void,
): void {
  document.addEventListener(event, (e) => {
    const found = e.target instanceof Element ? e.target.closest<HTMLElement>(selector) : null
    if (found) act(found, e)
  })
}

export function onTriggered<T>(event: string, act: (detail: T) => void): void {
  document.addEventListener(event, (e) => act((e as CustomEvent<T>).detail))
}

export const findElement = <T extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<T>(selector)

export const findElements = <T extends HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<T>(selector),
]

export const topDialog = () => findElements<HTMLDialogElement>('dialog:modal').at(-1)

/** The address that answers with this list: not the browser's, while that is of a dialog over the list. */
export function listUrl(list: HTMLElement): string {
  const { url } = list.dataset
  const elsewhere = url && new URL(url, location.href).pathname !== location.pathname
  return elsewhere ? url : location.pathname + location.search
}

export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const field = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'
  return target.isContentEditable || target.closest(field) !== null
}

export function setCookie(name: string, value: string): void {
  const age = value ? 400 * 86_400 : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`
}
