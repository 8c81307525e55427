import { delegate } from './page.ts'

export function watchPrint(): void {
  delegate('click', '[data-print]', () => window.print())
}
