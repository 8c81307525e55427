import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, nextFrames, pageErrors, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Role } from '#tests/support/server.ts'
import {
  type BoardServer,
  drag,
  expectTitles,
  fillLongBoard,
  findCard,
  lane,
  startBoardServer,
  titles,
  waitForBoard,
} from './board-support.ts'

// What the preload sets holds for the first file of a run only.
setDefaultTimeout(120_000)

let on: BoardServer
const open: Page[] = []

beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

/** Everything that stood open is looked through for errors, and closed. */
afterEach(async () => {
  for (const page of open.splice(0)) {
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
})

async function at(who: Role, more: Parameters<BoardServer['openBoard']>[1] = {}): Promise<Page> {
  const page = await on.openBoard(who, more)
  open.push(page)
  return page
}

/** Starts each test with these jobs and no other on the board. */
async function fill(jobs: Record<string, number>): Promise<void> {
  const { admin } = on.people
  const { body } = await admin.get(`/api/jobs?boardid=${on.boardid}&take=500`)
  for (const { id } of body.data) await admin.delete(`/api/jobs/${id}`)
  for (const [description, status] of Object.entries(jobs))
    await on.addJob({ description, status, client: on.clientid })
}

const stored = async (status: number) => {
  const { body } = await on.people.admin.get(`/api/jobs?boardid=${on.boardid}&take=500`)
  const jobs = body.data as { description: string; status: number }[]
  return jobs.filter((job) => job.status === status).map(({ description }) => description)
}

/** Until the server has what the board shows. */
const settled = (status: number, expected: string[]) => eventually(() => stored(status), expected)

/** Until the focus is on what holds this text. */
const focusOn = (page: Page, text: string) =>
  page.waitForFunction((text) => {
    const { activeElement, body } = document
    return activeElement !== body && activeElement?.textContent?.includes(text)
  }, text)

describe('the board', () => {
  test('what the server drew and what the island draws look the same', async () => {
    await fill({ Alpha: 1, Beta: 2 })
    const page = await at('admin')
    const headers = { cookie: on.people.admin.cookie }
    const drawn = await (await fetch(`${on.url}/jobs/floor/progress`, { headers })).text()
    const [before, after] = await page.evaluate((html) => {
      const added = ['tabindex', 'draggable', 'aria-describedby']
      const plain = (root: ParentNode) =>
        [...root.querySelectorAll('.lane header, .card')].map((one) => {
          for (const { name } of [...one.attributes])
            if (added.includes(name) || name.startsWith('data-rfd')) one.removeAttribute(name)
          return one.outerHTML
        })
      return [plain(new DOMParser().parseFromString(html, 'text/html')), plain(document)]
    }, drawn)
    expect(after?.length).toBe(6)
    expect(after).toEqual(before as string[])
    const shift = await page.evaluate(
      () =>
        new Promise<number>((tell) => {
          new PerformanceObserver((list) =>
            tell(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => tell(0), 300)
        }),
    )
    expect(shift).toBeLessThan(0.01)
  })

  test('a card dragged by mouse lands, is kept, and can be taken back', async () => {
    await fill({ Alpha: 1, Beta: 1, Gamma: 2 })
    const page = await at('admin')
    await drag(page, findCard(page, 'Alpha'), lane(page, 3).locator('.slots'))
    await expectTitles(page, 3, ['Alpha'])
    await settled(3, ['Alpha'])
    await page.reload()
    await waitForBoard(page)
    expect(await titles(page, 1)).toEqual(['Beta'])

    await drag(page, findCard(page, 'Beta'), findCard(page, 'Gamma'), 10)
    await settled(2, ['Beta', 'Gamma'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTitles(page, 1, ['Beta'])
    await settled(2, ['Gamma'])
  })

  test('two people see each other’s moves without a reload', async () => {
    await fill({ Alpha: 1, Beta: 2 })
    const [one, two] = [await at('admin'), await at('operations')]
    await drag(one, findCard(one, 'Alpha'), lane(one, 4).locator('.slots'))
    await expectTitles(two, 4, ['Alpha'])
    await drag(two, findCard(two, 'Beta'), lane(two, 1).locator('.slots'))
    await expectTitles(one, 1, ['Beta'])
  })

  test('keys work on arrival, and the first card is one Tab away', async () => {
    await fill({ Alpha: 1, Beta: 1 })
    const page = await at('admin')
    await page.keyboard.press('j')
    await focusOn(page, 'Alpha')
    await page.keyboard.press('j')
    await focusOn(page, 'Beta')
    await page.keyboard.press('k')
    await focusOn(page, 'Alpha')
    await page.keyboard.press(']')
    await settled(2, ['Alpha'])
    await page.reload()
    await waitForBoard(page)
    await page.keyboard.press('Tab')
    await focusOn(page, 'Beta')
  })

  test('the link past header and menu ends before the first card', async () => {
    await fill({ Alpha: 2, Beta: 2 })
    const page = await at('admin')
    await page.locator('.skip').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await focusOn(page, 'Alpha')
    await page.locator('.skip').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    await focusOn(page, 'Alpha')
  })

  test('the head of a lane shows its name and its sum whole, on every desk', async () => {
    await fill({ Alpha: 4 })
    const { admin } = on.people
    const { body } = await admin.get(`/api/jobs?boardid=${on.boardid}`)
    const line = { jobid: body.data[0].id, description: 'Hall', role: 1, estimated: 1, linerate: 8_765_432.1 }
    await admin.post('/api/materials', line)
    const page = await at('admin')
    await page.getByText('R 8 765 432,10 quoted').waitFor()
    for (const width of [1440, 1280, 1100, 1024]) {
      await setView(page, { width, theme: 'light' })
      const cut = await page
        .locator('.lane header > :is(h2, .sum)')
        .evaluateAll((parts) =>
          parts.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML),
        )
      expect({ width, cut }).toEqual({ width, cut: [] })
    }
  })

  test('a card that had the focus before the scripts came has it afterwards', async () => {
    await fill({ Alpha: 1, Beta: 1 })
    const page = await at('admin')
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/**', async (route) => {
      if (route.request().resourceType() === 'script') await scripts.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await findCard(page, 'Beta').focus()
    scripts.resolve()
    await waitForBoard(page)
    await focusOn(page, 'Beta')
    await page.keyboard.press(']')
    await settled(2, ['Beta'])
  })

  test('a card moves by the keyboard alone', async () => {
    await fill({ Alpha: 1, Beta: 1, Gamma: 2 })
    const page = await at('admin')
    await findCard(page, 'Alpha').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(']')
    await expectTitles(page, 2, ['Beta', 'Gamma'])
    await focusOn(page, 'Beta')
    await settled(2, ['Beta', 'Gamma'])

    // Lifted, carried past its neighbour and put down, by the library's own keys.
    await page.keyboard.press('Space')
    await page.locator('[data-dragging] > .card').waitFor()
    await page.keyboard.press('ArrowDown')
    await nextFrames(page)
    await page.keyboard.press('Space')
    await settled(2, ['Gamma', 'Beta'])
    await focusOn(page, 'Beta')
  })

  test('quick add makes a job in its lane and stays for the next', async () => {
    await fill({ Alpha: 1 })
    const page = await at('admin')
    await page.keyboard.press('n')
    await page.getByPlaceholder('What is the job?').fill('Fix the gate')
    // What adds stands side by side below what is typed.
    const buttons = page.locator('.quickadd .buttons > .button')
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect([tops.length, tops[1]]).toEqual([2, tops[0]])
    await page.keyboard.press('Enter')
    await expectTitles(page, 1, ['Alpha', 'Fix the gate'])
    // The card may come by the hub before the answer that empties the box.
    await eventually(() => page.getByPlaceholder('What is the job?').inputValue(), '')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a job to Review' }).click()
    await page.getByPlaceholder('What is the job?').fill('Paint it')
    await page.keyboard.press('Enter')
    await expectTitles(page, 2, ['Paint it'])
    await settled(2, ['Paint it'])
  })

  test('quick add asks for what a rule of the lane asks for', async () => {
    await fill({ Alpha: 1 })
    const { admin } = on.people
    const client = (await admin.post('/api/clients', { name: 'Umgeni Sugar' })).body.data.id
    const rule = (await admin.post('/api/assertions', { kind: 'client', lane: 2, blocks: true })).body.data
    const page = await at('admin')
    await page.getByRole('button', { name: 'Add a job to Review' }).click()
    await page.getByPlaceholder('What is the job?').fill('Paint it')
    await page.locator('.quickadd').getByRole('combobox', { name: 'Client' }).fill('umgeni')
    await page.getByRole('option', { name: 'Umgeni Sugar' }).click()
    await page.locator('.quickadd').getByRole('button', { name: 'Add', exact: true }).click()
    await expectTitles(page, 2, ['Paint it'])
    await settled(2, ['Paint it'])
    const jobs = (await admin.get(`/api/jobs?client=${client}`)).body.data
    expect(jobs.map((job: { description: string }) => job.description)).toEqual(['Paint it'])
    await admin.delete(`/api/assertions/${rule.id}`)
  })

  test('the filter stands in the address, and a drop among filtered cards keeps the true order', async () => {
    await fill({ 'Roof A': 1, Other: 1, 'Roof B': 1, 'Roof C': 2 })
    const page = await at('admin', { query: '?text=roof' })
    expect(await titles(page, 1)).toEqual(['Roof A', 'Roof B'])
    await drag(page, findCard(page, 'Roof C'), findCard(page, 'Roof B'), 8)
    await settled(1, ['Roof A', 'Roof C', 'Other', 'Roof B'])
    await page.getByRole('button', { name: 'Clear' }).click()
    await expectTitles(page, 1, ['Roof A', 'Roof C', 'Other', 'Roof B'])
    await page.waitForURL((url) => !url.searchParams.has('text'))
  })

  test('a move that the server refuses puts the card back and says why', async () => {
    await fill({ Alpha: 1 })
    const page = await at('jobs')
    await drag(page, findCard(page, 'Alpha'), lane(page, 3).locator('.slots'))
    await page.getByText('This job is not approved yet').waitFor()
    await expectTitles(page, 1, ['Alpha'])
    // The refusal itself is on the console, and no other.
    expect(
      pageErrors(page)
        .splice(0)
        .every((text) => text.includes('403')),
    ).toBe(true)
  })

  test('a move to Complete asks about what is unfinished, and the focus stays with the card', async () => {
    await fill({})
    const { id } = await on.addJob({ description: 'Alpha', status: 3, client: on.clientid })
    await on.people.admin.post('/api/materials', { jobid: id, role: 1, estimated: 2, description: 'Bolts' })
    const page = await at('admin')
    await findCard(page, 'Alpha').focus()
    await page.keyboard.press(']')
    await page.getByText('Nothing is used yet on 1 line').waitFor()
    await page.keyboard.press('Escape')
    await expectTitles(page, 3, ['Alpha'])
    await focusOn(page, 'Alpha')
    await page.keyboard.press(']')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Move to / })
      .click()
    await settled(4, ['Alpha'])
    await focusOn(page, 'Alpha')
    expect(
      pageErrors(page)
        .splice(0)
        .every((text) => text.includes('409')),
    ).toBe(true)
  })

  test('a lost race is told, and the card goes where the other has put it', async () => {
    await fill({ Alpha: 1 })
    const page = await at('admin')
    await page.route('**/api/jobs/reorder', async (route) => {
      const { jobid, version } = route.request().postDataJSON()
      await on.people.operations.post('/api/jobs/reorder', { jobid, version, lane: 4, afterid: null })
      await route.continue()
    })
    await drag(page, findCard(page, 'Alpha'), lane(page, 2).locator('.slots'))
    await page.getByText('Somebody else has moved this job to Complete.').waitFor()
    await expectTitles(page, 4, ['Alpha'])
    await settled(4, ['Alpha'])
    expect(
      pageErrors(page)
        .splice(0)
        .every((text) => text.includes('409')),
    ).toBe(true)
  })

  test('without a network the card goes back, and nothing pretends to be saved', async () => {
    await fill({ Alpha: 1 })
    const page = await at('admin')
    await page.route('**/api/jobs/reorder', (route) => route.abort())
    await drag(page, findCard(page, 'Alpha'), lane(page, 2).locator('.slots'))
    await page.getByText('The server could not be reached').waitFor()
    await expectTitles(page, 1, ['Alpha'])
    expect(pageErrors(page).splice(0).length).toBeGreaterThan(0)
  })

  test('a stakeholder looks and changes nothing', async () => {
    await fill({ Alpha: 1 })
    const page = await on.openBoard('stakeholder')
    open.push(page)
    await eventually(() => page.getByRole('button', { name: /Add a job/ }).count(), 0)
    await eventually(() => page.locator('[data-rfd-drag-handle-draggable-id]').count(), 0)
    await eventually(() => page.locator('.sum').count(), 0)
  })

  test('a card says what its lane does not, and which sum it is where another was used', async () => {
    const { admin } = on.people
    const add = async (status: number, consumed: number) => {
      const { id } = await on.addJob({ status, client: on.clientid, description: 'Sums' })
      await admin.post('/api/materials', {
        jobid: id,
        role: 2,
        description: 'Bolt',
        linerate: 10,
        estimated: 2,
        consumed,
      })
      return id
    }
    const [complete, working, review, draft] = [
      await add(4, 3),
      await add(3, 2),
      await add(2, 0),
      await add(1, 0),
    ]
    const page = await at('admin')
    const card = (id: string) => page.locator(`[data-card="${id}"]`)
    await card(complete).getByText('Quoted').waitFor()
    expect(await card(complete).locator('.money').textContent()).toContain('R')
    expect(await card(complete).locator('.stage').isVisible()).toBe(false)
    await card(working).getByText('Working').waitFor()
    await card(review).getByText('Asked').waitFor()
    // So is every job of the first lane: it would read as another word for the lane.
    expect(await card(draft).locator('.stage').isVisible()).toBe(false)
    expect(await card(working).getByText('Quoted').count()).toBe(0)
  })

  test('on a phone only the lanes scroll sideways, and fingers find their targets', async () => {
    await fill({ Alpha: 1, Beta: 2 })
    const page = await at('admin', { width: 390 })
    const [page_, lanes, small] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector('.lanes')?.scrollWidth ?? 0,
      [...document.querySelectorAll('#main :is(button, select, input, a)')].filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 0 && one.getAttribute('type') !== 'checkbox' && Math.min(width, height) < 44
      }).length,
    ])
    expect(page_).toBe(390)
    expect(lanes).toBeGreaterThan(1000)
    expect(small).toBe(0)
    const tooSmall = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#main *:not(.avatar)')]
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
        .filter((one) => one.offsetParent && Number.parseFloat(getComputedStyle(one).fontSize) < 12)
        .map((one) => `${one.className} ${getComputedStyle(one).fontSize}`),
    )
    expect(tooSmall).toEqual([])
  })

  test('the date of a card is whole, however much else there is to say', async () => {
    const { id } = await on.addJob({
      ...{ description: 'Late', client: on.clientid, finish: '2020-01-02', status: 1 },
    })
    for (let n = 0; n < 12; n++) await on.people.admin.post(`/api/jobs/${id}/notes`, { message: `Note ${n}` })
    const page = await at('admin')
    const due = page.locator(`[data-card="${id}"] .due`)
    for (const width of [1440, 1000]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await due.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true)
      expect(await due.textContent()).toContain('late')
    }
  })

  test('on a phone the head leaves the window to the lanes, with what else there is behind one button', async () => {
    await fill({ Alpha: 1, Beta: 2 })
    const page = await at('admin', { width: 390 })
    await screenshot(page, 'board-390')
    expect((await page.locator('.lanes').boundingBox())?.y).toBeLessThan(200)
    await page.getByRole('button', { name: 'More of this board' }).click()
    await screenshot(page, 'board-menu-390')
    await page.getByRole('menuitem', { name: 'Aging' }).click()
    await page.waitForURL(/\/aging$/)
    await page.goto('/jobs')
    await page.locator('td > a').first().waitFor()
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#main :is(a, button)')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 24)
        .map((one) => one.textContent),
    )
    expect(low).toEqual([])
  })

  test('a long lane loads on as it is scrolled and walked, and its search finds what is not loaded', async () => {
    await fillLongBoard(on)
    const page = await at('admin')
    await page.goto('/jobs/long/progress')
    await waitForBoard(page)
    const cards = lane(page, 1).locator('.card')
    const counted = async () =>
      Number.parseInt((await lane(page, 1).locator('.count').textContent()) ?? '', 10)
    const places = () =>
      lane(page, 1)
        .locator('.slots')
        .evaluate(({ scrollHeight }) => Math.floor(scrollHeight / 116))
    expect([await places(), await counted()]).toEqual([50, 130])
    expect(await cards.count()).toBeLessThan(20)
    await eventually(() => lane(page, 1).locator('.slot').nth(2).getAttribute('aria-posinset'), '3')
    await eventually(() => lane(page, 1).locator('.slot').nth(2).getAttribute('aria-setsize'), '130')
    await eventually(() => lane(page, 4).locator('.past').textContent(), '2 more in History')
    const scroll = (to: number) =>
      lane(page, 1)
        .locator('.slots')
        .evaluate((slots, to) => slots.scrollTo(0, to), to)
    await scroll(49 * 116)
    await eventually(places, 100)
    await scroll(90 * 116)
    await findCard(page, 'Long 99').waitFor()
    expect(await cards.count()).toBeLessThan(40)
    await findCard(page, 'Long 99').focus()
    await page.keyboard.press('ArrowDown')
    await focusOn(page, 'Long 100')
    // Scrolled far away it keeps the focus, and the keys go on from it.
    await scroll(0)
    await findCard(page, 'Long 9').first().waitFor()
    await focusOn(page, 'Long 100')
    await page.keyboard.press('Home')
    await focusOn(page, 'Long 0')
    await scroll(100 * 116)
    await findCard(page, 'Long 100').focus()
    await page.keyboard.press(']')
    await page.waitForFunction(() =>
      document.querySelector('[data-lane="1"] .count')?.textContent?.startsWith('129'),
    )
    await page.getByRole('searchbox', { name: 'Search this board' }).fill('long 129')
    await expectTitles(page, 1, ['Long 129'])
    await eventually(() => page.locator('.shown').textContent(), '1 of 130 cards')
  })

  test('a card from far down a long lane is dragged to another', async () => {
    const page = await at('admin')
    await page.goto('/jobs/long/progress')
    await waitForBoard(page)
    await lane(page, 1)
      .locator('.slots')
      .evaluate((slots) => slots.scrollTo(0, 30 * 116))
    await drag(page, findCard(page, 'Long 33'), lane(page, 3).locator('.slots'))
    await expectTitles(page, 3, ['Long 33'])
    expect(await lane(page, 1).locator('.card').count()).toBeLessThan(40)
  })

  test('paper shows every card that is loaded', async () => {
    const page = await at('admin')
    await page.goto('/jobs/long/progress')
    await waitForBoard(page)
    const print = (event: string) => page.evaluate((event) => void dispatchEvent(new Event(event)), event)
    await print('beforeprint')
    await eventually(() => lane(page, 1).locator('.card').count(), 50)
    await print('afterprint')
    await page.waitForFunction(() => document.querySelectorAll('[data-lane="1"] .card').length < 20)
  })
})

describe('what a hand does before the scripts are there', () => {
  /** Holds back the scripts that match until it is called. */
  async function holdBack(page: Page, matching: RegExp): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(matching, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const dragLibrary = /assets\/drag-layer/

  test('a card that is pressed and carried follows once the drag library is there', async () => {
    await fill({ Alpha: 1, Beta: 2 })
    const page = await at('admin')
    const release = await holdBack(page, dragLibrary)
    const box = await findCard(page, 'Alpha').boundingBox()
    const to = await lane(page, 3).locator('.slots').boundingBox()
    if (!box || !to) throw new Error('They are in view')
    await page.mouse.move(box.x + 40, box.y + 30)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 60, { steps: 3 })
    release()
    await page.locator('[data-dragging] > .card').waitFor()
    await page.mouse.move(to.x + 60, to.y + 40, { steps: 12 })
    await nextFrames(page)
    await page.mouse.up()
    await settled(3, ['Alpha'])
  })

  test('a card that is only pressed opens its job', async () => {
    await fill({ Alpha: 1 })
    const page = await at('admin')
    const release = await holdBack(page, dragLibrary)
    await findCard(page, 'Alpha').click()
    release()
    await page.locator('dialog.job').waitFor()
    await eventually(() => page.locator('[data-dragging]').count(), 0)
  })

  test('the keys from a space bar on are not lost', async () => {
    await fill({ Alpha: 1, Beta: 1 })
    const page = await at('admin')
    const release = await holdBack(page, dragLibrary)
    await findCard(page, 'Alpha').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    release()
    await page.locator('[data-dragging] > .card').waitFor()
    await nextFrames(page)
    await page.keyboard.press('Space')
    await settled(1, ['Beta', 'Alpha'])
  })

  test('a finger that rests on a card takes it up', async () => {
    await fill({ Alpha: 1, Beta: 1 })
    const page = await at('admin', { width: 390 })
    const release = await holdBack(page, dragLibrary)
    const box = await findCard(page, 'Alpha').boundingBox()
    if (!box) throw new Error('It is in view')
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', below: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 40, y: box.y + below }],
      })
    await touch('touchStart', 30)
    release()
    await page.locator('[data-dragging] > .card').waitFor()
    for (const below of [60, 100, 160]) await touch('touchMove', below)
    await nextFrames(page)
    await touch('touchEnd', 160)
    await settled(1, ['Beta', 'Alpha'])
    // The test browser scrolls along whatever the library says.
    expect(
      pageErrors(page)
        .splice(0)
        .every((text) => text.includes('scrolling is in progress')),
    ).toBe(true)
  })

  test.each([
    ['page script', /assets\/entry\.client/],
    ['board', /assets\/entry\.registry/],
  ])('n and what is typed after it before the %s is there make a job', async (_, script) => {
    await fill({ Alpha: 1, Beta: 1 })
    const page = await at('admin')
    const release = await holdBack(page, script)
    await page.reload({ waitUntil: 'commit' })
    await findCard(page, 'Alpha').waitFor()
    await page.keyboard.type('nFix gate x\n', { delay: 60 })
    release()
    await settled(1, ['Alpha', 'Beta', 'Fix gate x'])
    const again = await holdBack(page, script)
    await page.reload({ waitUntil: 'commit' })
    await findCard(page, 'Alpha').waitFor()
    await page.keyboard.type('jj]', { delay: 60 })
    again()
    await settled(2, ['Beta'])
  })

  test('keys and buttons before the board itself answers are not lost', async () => {
    await fill({ Alpha: 1, Beta: 1 })
    const page = await at('admin')
    const release = await holdBack(page, /assets\/entry\.registry/)
    await page.reload()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    release()
    await focusOn(page, 'Beta')
    const again = await holdBack(page, /assets\/entry\.registry/)
    await page.reload()
    await page.getByRole('button', { name: 'Add a job to Review' }).click()
    again()
    await page.getByPlaceholder('What is the job?').waitFor()
  })
})
