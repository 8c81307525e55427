import type { Page } from 'playwright'
import { nextFrames } from './browser.ts'

const LONG =
  'A message that is long enough to fill the whole width of a phone, twice over, and then some more.'

const SETTLED_MS = 3_000

/** Shows a message on a phone, and names what it still covers once the page has settled, though it be scrolled to, and where rows show around it. */
export async function coveredByMessage(page: Page): Promise<string[]> {
  await page.evaluate((message) => {
    window.joblane.snackbar({ level: 'warning', message, ms: 600_000, undo: { url: '/nowhere' } })
  }, LONG)
  await page.locator('.snackbar', { hasText: LONG }).waitFor()
  const deadline = performance.now() + SETTLED_MS
  let covered = await listCovered(page)
  // A dialog that opens still lays out its fields.
  while (covered.length && performance.now() < deadline) covered = await listCovered(page)
  return covered
}

async function listCovered(page: Page): Promise<string[]> {
  await nextFrames(page)
  return page.evaluate(() => {
    const bars = document.querySelector('#snackbars')!
    const place = bars.parentElement!
    const { left, top, right, bottom } = bars.getBoundingClientRect()
    const dialog = place.matches('.dialog:not(.small)') ? place : undefined
    const boxOf = (selector: string) => dialog?.querySelector(selector)?.getBoundingClientRect()
    const end = boxOf('.foot')?.top ?? innerHeight
    const aside = left > 0 || right < innerWidth || Math.abs(bottom - end) > 1
    const outside = top < (boxOf('[data-close]')?.bottom ?? 0)
    const overlaps = (one: Element) => {
      const box = one.getBoundingClientRect()
      return box.bottom > top + 1 && box.top < bottom - 1
    }
    const pressed = place.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, label, [role=button], [role=tab], [tabindex="0"]',
    )
    const under = [...pressed].filter((one) => {
      if (bars.contains(one) || !one.checkVisibility() || !overlaps(one)) return false
      one.scrollIntoView({ block: 'nearest' })
      return overlaps(one)
    })
    return [
      ...(outside ? [`the message begins above its place: ${top}`] : []),
      ...(aside ? [`rows show around the message: ${[left, top, right, bottom, end]}`] : []),
      ...under.map((one) => `the message covers ${one.outerHTML.slice(0, 120)}`),
    ]
  })
}

/** Where the buttons of a dialog's foot stand in more rows than one, or two where three stand at its start. */
export const wrappedFoot = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const foot = [...document.querySelectorAll('dialog:modal')].at(-1)?.querySelector('.foot')
    const seen = (within?: Element | null) =>
      [...(within?.querySelectorAll<HTMLElement>('.button') ?? [])].filter((one) => one.checkVisibility())
    const rows = new Set(seen(foot).map((one) => Math.round(one.getBoundingClientRect().top))).size
    const words = seen(foot).map(({ textContent }) => textContent)
    const allowed = seen(foot?.querySelector('.start')).length > 2 ? 2 : 1
    return rows > allowed ? [`the foot has ${rows} rows: ${words.join(', ')}`] : []
  })

const MOST_ROW_PX = 96

/** The rows of lists that open something, and have no buttons or fields of their own, and are higher than three lines. */
export const tallRows = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const rows = document.querySelectorAll<HTMLElement>('table[data-rows] tbody tr:has(.rowlink)')
    const isRead = (row: HTMLElement) =>
      !row.querySelector('input:not(.choice), select, textarea, form, .rowbuttons, td:not(.actions) .button')
    return [...rows]
      .filter((row) => isRead(row) && row.offsetHeight > most)
      .map((row) => `a row of ${row.offsetHeight} px: ${row.textContent.slice(0, 80)}`)
  }, MOST_ROW_PX)
