import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { closePage, openPage, type PageOptions, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let at: Date | undefined
const workers: Record<string, string> = {}
const open: Page[] = []

beforeAll(async () => {
  on = await startBoardServer(() => at ?? new Date())
  for (const name of ['Anna', 'Ben'])
    workers[name] = (await on.people.admin.post('/api/workers', { name })).body.data.id
})
afterAll(() => on.stop())
afterEach(async () => {
  at = undefined
  for (const page of open.splice(0)) {
    expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
    await closePage(page)
  }
})

/** A week of its own for each test. */
async function scheduler(date: string, more: Partial<PageOptions> = {}): Promise<Page> {
  const page = await openPage({ base: on.url, cookies: on.people.admin.cookie, ...more })
  open.push(page)
  await page.goto(`/jobs/floor/scheduler?date=${date}`)
  await page.locator('[data-island=scheduler][data-ready]').waitFor({ state: 'attached' })
  return page
}

const job = (values: Record<string, unknown>) => on.addJob({ description: 'Gate', ...values })
const planned = async (id: string) => {
  const { assignee, start, scheduledend } = (await on.people.admin.get(`/api/jobs/${id}`)).body.data
  return [assignee?.name ?? null, start, scheduledend]
}
const bar = (page: Page, id: string) => page.locator(`#bar-${id}`)
const day = (page: Page, name: string, at: number) =>
  page.locator(`.person[data-name="${name}"] .dayhours li`).nth(at)

async function middle(of: Locator): Promise<[x: number, y: number]> {
  const box = await of.boundingBox()
  if (!box) throw new Error('What is pointed at must be in view')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [x, y] = await middle(from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 4, { steps: 3 })
  await page.locator('.bar.moving').waitFor()
  await page.mouse.move(...(await middle(to)), { steps: 10 })
  await page.mouse.up()
}

describe('by mouse', () => {
  test('a bar is moved to another day and person, and had back', async () => {
    const { id } = await job({ start: '2027-02-02', assignee: workers.Anna })
    const page = await scheduler('2027-02-01')
    await drag(page, bar(page, id), day(page, 'Ben', 3))
    await eventually(() => planned(id), ['Ben', '2027-02-04', null])
    await page.locator('.person[data-name=Ben]').locator(`#bar-${id}`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => planned(id), ['Anna', '2027-02-02', null])
  })

  test('its edge makes it longer, and a conflict is told in words', async () => {
    const { id, reference } = await job({ start: '2027-02-10', finish: '2027-02-11', assignee: workers.Anna })
    const page = await scheduler('2027-02-08')
    await drag(page, page.locator('.bar', { has: bar(page, id) }).locator('.grip'), day(page, 'Anna', 4))
    await eventually(() => planned(id), ['Anna', '2027-02-10', '2027-02-12'])
    const late = `${reference} is planned until 12 Feb 2027, and due on 11 Feb 2027.`
    const told = page.locator('.snackbar', { hasText: late })
    await told.waitFor()
    expect(await told.textContent()).not.toContain('..')
    expect(await page.locator('details.conflicts summary').textContent()).toContain('1 conflict')
  })

  test('in a month a bar shows its reference whole or not at all', async () => {
    const one = await job({ start: '2027-06-02', assignee: workers.Ben })
    const week = { start: '2027-06-07', scheduledend: '2027-06-11', assignee: workers.Ben }
    const long = await job(week)
    const page = await scheduler('2027-06-01&range=month')
    const shown = (id: string) =>
      bar(page, id).evaluate((link) => {
        const [box, words] = [link, link.querySelector('b')!].map((one) => one.getBoundingClientRect())
        if (words!.top >= box!.bottom - 1) return 'nothing'
        return words!.right <= box!.right && words!.bottom <= box!.bottom ? 'whole' : 'cut'
      })
    expect([await shown(one.id), await shown(long.id)]).toEqual(['nothing', 'whole'])
  })

  test('an unscheduled job is dropped onto a person and day', async () => {
    const { id } = await job({ description: 'From the side' })
    const page = await scheduler('2027-02-15')
    await drag(page, bar(page, id), day(page, 'Ben', 1))
    await eventually(() => planned(id), ['Ben', '2027-02-16', null])
  })

  test('a drag beside the plan, and one that Escape ends, change nothing', async () => {
    const { id } = await job({ description: 'Stays unscheduled' })
    const page = await scheduler('2027-02-22')
    await drag(page, bar(page, id), page.locator('h1'))
    await page.locator('.bar.moving').waitFor({ state: 'detached' })
    const [x, y] = await middle(bar(page, id))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(...(await middle(day(page, 'Anna', 2))), { steps: 5 })
    await page.locator('.bar.ghost').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.bar.ghost').waitFor({ state: 'detached' })
    await page.mouse.up()
    expect(await planned(id)).toEqual([null, null, null])
  })

  test('a click opens the dialog, by which it is planned too', async () => {
    const { id } = await job({ start: '2027-03-02', assignee: workers.Anna })
    const page = await scheduler('2027-03-01')
    await bar(page, id).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('For').selectOption('Ben')
    await dialog.getByLabel('Scheduled until').fill('2027-03-04')
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
    await eventually(() => planned(id), ['Ben', '2027-03-02', '2027-03-04'])
    await page.locator('.person[data-name=Ben]').locator(`#bar-${id}`).waitFor()
  })
})

describe('by keyboard', () => {
  test('arrows move and stretch a bar, Enter saves, and the focus stays on it', async () => {
    const { id } = await job({ start: '2027-04-06', assignee: workers.Anna })
    const page = await scheduler('2027-04-05')
    await bar(page, id).focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
    const said = page.locator('[data-island=scheduler] [role=status]')
    await eventually(
      async () => (await said.textContent())?.startsWith('Ben, 7 April 2027 to 8 April 2027'),
      true,
    )
    expect(await planned(id)).toEqual(['Anna', '2027-04-06', null])
    await page.keyboard.press('Enter')
    await eventually(() => planned(id), ['Ben', '2027-04-07', '2027-04-08'])
    await page.locator('.person[data-name=Ben]').locator(`#bar-${id}`).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.id), `bar-${id}`)
  })

  test('Escape takes a move back', async () => {
    const { id } = await job({ start: '2027-04-13', assignee: workers.Anna })
    const page = await scheduler('2027-04-12')
    await bar(page, id).focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.bar.ghost').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.bar.ghost').waitFor({ state: 'detached' })
    expect(await planned(id)).toEqual(['Anna', '2027-04-13', null])
  })

  test('an unscheduled job is placed', async () => {
    const { id } = await job({ description: 'By keys' })
    const page = await scheduler('2027-04-19')
    await bar(page, id).focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await eventually(() => planned(id), ['Anna', '2027-04-20', null])
  })
})

describe('in a day', () => {
  const visit = async (id: string) => {
    const { assignee, start, visittime } = (await on.people.admin.get(`/api/jobs/${id}`)).body.data
    return [assignee?.name ?? null, start, visittime]
  }
  /** Of the hours that the day shows from 7 on, in the row of a person. */
  const hourOf = async (page: Page, name: string, hour: number): Promise<[x: number, y: number]> => {
    const box = await day(page, name, 0).boundingBox()
    const first = await page.locator('.head.clock').first().boundingBox()
    return [(first?.x ?? 0) + (hour - 7) * (first?.width ?? 0) + 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  }
  const take = async (page: Page, id: string, to: [x: number, y: number]) => {
    const box = await bar(page, id).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 12, (box?.y ?? 0) + 8, { steps: 3 })
    await page.locator('.bar.moving').waitFor()
    await page.mouse.move(...to, { steps: 10 })
    await page.mouse.up()
  }

  test('a visit is dragged to another hour and person, and has its own words back', async () => {
    const { id } = await job({
      ...{ start: '2027-05-04', assignee: workers.Anna },
      ...{ visittime: 'between 8 and 10', scheduledminutes: 120 },
    })
    const page = await scheduler('2027-05-04&range=day')
    expect(await page.locator('.head.clock').first().textContent()).toBe('07:00')
    await screenshot(page, 'scheduler-day')
    await take(page, id, await hourOf(page, 'Ben', 13))
    await eventually(() => visit(id), ['Ben', '2027-05-04', '13:00'])
    await page.locator('.person[data-name=Ben]').locator(`#bar-${id}`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => visit(id), ['Anna', '2027-05-04', 'between 8 and 10'])
  })

  test('what has no hour stands before the hours, and gets one by a drag, and none again by one back', async () => {
    const { id } = await job({ start: '2027-05-11', assignee: workers.Anna })
    const page = await scheduler('2027-05-11&range=day')
    const band = await page.locator('.head.anytime').boundingBox()
    const any = await bar(page, id).boundingBox()
    expect(any?.x).toBeGreaterThanOrEqual(band?.x ?? 0)
    expect((any?.x ?? 0) + (any?.width ?? 0)).toBeLessThanOrEqual((band?.x ?? 0) + (band?.width ?? 0))
    const [, y] = await hourOf(page, 'Ben', 7)
    const box = await bar(page, id).boundingBox()
    await take(page, id, [(box?.x ?? 0) + 2, y])
    await eventually(() => visit(id), ['Ben', '2027-05-11', ''])
    await page.locator('.person[data-name=Ben]').locator(`#bar-${id}`).waitFor()
    await take(page, id, await hourOf(page, 'Ben', 10))
    await eventually(() => visit(id), ['Ben', '2027-05-11', '10:00'])
    // Three hours after the first, which stands after the eight columns of any time.
    await page.locator('.bar[style*="--at:20"]', { has: bar(page, id) }).waitFor()
    await take(page, id, [(band?.x ?? 0) + 20, y])
    await eventually(() => visit(id), ['Ben', '2027-05-11', ''])
  })

  test('a line stands at the hour that it is, and goes on with it; none on another day', async () => {
    // At a quarter to eleven where the business is.
    at = new Date('2027-06-09T08:45:00Z')
    const page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
    open.push(page)
    await page.clock.install({ time: at })
    await page.goto('/jobs/floor/scheduler?range=day')
    const line = page.locator('.nowline')
    const middle = async () => {
      const box = await line.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0) / 2
    }
    const [drawn] = await hourOf(page, 'Anna', 10.75)
    expect(await middle()).toBeCloseTo(drawn - 2, 0)
    await page.locator('[data-island=scheduler][data-ready]').waitFor({ state: 'attached' })
    await page.clock.fastForward('01:00:00')
    const [moved] = await hourOf(page, 'Anna', 11.75)
    await eventually(async () => Math.abs((await middle()) - moved + 2) < 1, true)
    await page.goto('/jobs/floor/scheduler?range=day&date=2027-06-10')
    await page.locator('.head.clock').first().waitFor()
    expect(await line.count()).toBe(0)
  })

  test('the reference of a short visit can be read', async () => {
    const page = await scheduler('2027-05-25&range=day')
    const right = async (of: Locator) => of.evaluate((one) => one.getBoundingClientRect().right)
    for (const [visittime, scheduledminutes] of [
      ['9:00', 30],
      ['11:00', 60],
    ] as const) {
      const visited = { visittime, scheduledminutes }
      const { id, reference } = await job({ start: '2027-05-25', assignee: workers.Anna, ...visited })
      const words = bar(page, id).locator('b', { hasText: reference })
      await words.waitFor()
      expect(await right(words)).toBeLessThanOrEqual(await right(bar(page, id)))
    }
  })

  test('arrows move a visit by half an hour', async () => {
    const { id } = await job({ start: '2027-05-18', assignee: workers.Anna, visittime: '9:00' })
    const page = await scheduler('2027-05-18&range=day')
    await bar(page, id).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByText('Anna, 18 May 2027, 10:30. Enter saves').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await eventually(() => visit(id), ['Anna', '2027-05-18', '10:30'])
  })
})

test('somebody else sees the move at once', async () => {
  const { id, version } = await job({ start: '2027-05-04', assignee: workers.Anna })
  const page = await scheduler('2027-05-03')
  await on.people.admin.patch(`/api/schedule/${id}`, { assignee: workers.Ben, version })
  await page.locator('.person[data-name=Ben]').locator(`#bar-${id}`).waitFor()
  await eventually(() => page.locator('.person[data-name=Anna]').locator(`#bar-${id}`).count(), 0)
})

test('hours without a bar name their cause, on focus and in the list of a day', async () => {
  const { admin } = on.people
  const second = (await admin.post('/api/boards', { name: 'Orders' })).body.data.id
  const asked = { boardid: second, description: 'Elsewhere', scheduledminutes: 30 }
  const other = await job({ ...asked, start: '2027-07-06', assignee: workers.Anna })
  const said = `${other.reference}, Orders, 0\u00a0h\u00a030`
  const page = await scheduler('2027-07-05')
  const cell = day(page, 'Anna', 1).getByRole('button')
  await cell.focus()
  expect(await cell.getAttribute('aria-label')).toContain(said)
  expect(await cell.evaluate((one) => getComputedStyle(one, '::after').content)).toContain(said)
  await screenshot(page, 'scheduler-cause')
  await page.goto('/jobs/floor/scheduler?range=day&date=2027-07-06')
  await page.locator('.person[data-name=Anna] .others', { hasText: said }).waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/jobs/floor/scheduler?date=2027-07-06')
  await page.locator('.person[data-name=Anna] .others', { hasText: said }).waitFor()
  await screenshot(page, 'scheduler-cause-390')
})

test('on a phone each person has a list, and a job is planned by its dialog', async () => {
  const { id } = await job({ start: '2027-06-01', assignee: workers.Anna })
  const page = await scheduler('2027-05-31', { width: 390 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const height = (await bar(page, id).boundingBox())?.height ?? 0
  expect(height).toBeGreaterThanOrEqual(44)
  await bar(page, id).tap()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('First day').fill('2027-06-03')
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
  await eventually(() => planned(id), ['Anna', '2027-06-03', null])
})

test('a finger that rests on a bar takes it along', async () => {
  const { id } = await job({ start: '2027-06-08', assignee: workers.Anna })
  const page = await scheduler('2027-06-07', { width: 820, isolated: true })
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const [x, y] = await middle(bar(page, id))
  const [toX, toY] = await middle(day(page, 'Ben', 4))
  await touch('touchStart', x, y)
  await page.locator('.bar.ghost').waitFor()
  await touch('touchMove', (x + toX) / 2, (y + toY) / 2)
  await touch('touchMove', toX, toY)
  await touch('touchEnd')
  await eventually(() => planned(id), ['Ben', '2027-06-11', null])
})
