import { on } from './page.ts'

/** A button with `data-print` opens the browser's own print dialog. */
export function watchPrint(): void {
  on('click', '[data-print]', () => window.print())
}
