import { on } from './page.ts'

export function watchPrint(): void {
  on('click', '[data-print]', () => window.print())
}
