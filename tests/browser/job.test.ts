import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { markEstimateSent } from '#server/domains/work/jobs/mark-estimate-sent.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, endsAt, nextFrames, overflowX, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import type { Role } from '#tests/support/server.ts'
import { holdSlices } from '#tests/support/slices.ts'
import { type BoardServer, expectTitles, findCard, startBoardServer } from './board-support.ts'

// What the preload sets holds for the first file of a run only.
setDefaultTimeout(120_000)

let on: BoardServer
let itemid = ''
const open: Page[] = []

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const item = {
    code: 'HINGE',
    make: 'Cold room',
    model: 'hinge',
    rate: 385,
    baseunit: 'each',
    inventoryclass: 2,
  }
  itemid = (await admin.post('/api/inventory', item)).body.data?.id
  await admin.post('/api/workers', { name: 'Thandi Mokoena' })
})
afterAll(() => on.stop())

afterEach(async () => {
  for (const page of open.splice(0)) {
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
})

const get = async (path: string) => (await on.people.admin.get(path)).body.data
const lines = (id: string) => get(`/api/materials/getMaterials/${id}`)

/** A new job, open in its dialog. */
async function opened(more: Record<string, unknown> = {}, who: Role = 'admin', width = 1440) {
  const job = await on.addJob({ description: `Job ${crypto.randomUUID().slice(0, 8)}`, ...more })
  const page = await on.openBoard(who, { width, query: `?open=${job.reference.toLowerCase()}` })
  open.push(page)
  const dialog = page.locator('dialog.job')
  await dialog.locator('[role=tab]').first().waitFor()
  return { job, page, dialog, tab: (name: string) => dialog.getByRole('tab', { name }).click() }
}

/** The cell of a line, by its label. */
const cell = (page: Page, row: number, label: string) =>
  page.locator('tr.line').nth(row).getByRole('textbox', { name: label })

describe('the job dialog', () => {
  test('is drawn in slices, its outline standing meanwhile', async () => {
    const { reference } = await on.addJob({ description: 'Sliced' })
    await on.addJob({ description: 'Loads the dialog’s code' })
    const page = await on.openBoard('admin', { isolated: true })
    open.push(page)
    await page.locator('.card', { hasText: 'Loads the dialog’s code' }).click()
    await page.locator('dialog.job [role=tab]').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog.job').waitFor({ state: 'detached' })
    const answer = Promise.withResolvers<void>()
    await page.route(/api\/jobs\/[0-9a-f-]{36}\?brief=true$/, (route) =>
      answer.promise.then(() => route.continue()),
    )
    await page.locator('.card', { hasText: reference }).click()
    await page.locator('dialog.job .skeleton').waitFor()
    const { held, release } = await holdSlices(page)
    answer.resolve()
    await held()
    await eventually(() => page.locator('dialog.job .skeleton').count(), 1)
    await release()
    await page.locator('dialog.job [role=tab]').first().waitFor()
  })

  test('opens from a card and from the address, and closing cleans the address', async () => {
    const { page, dialog, job } = await opened()
    expect(await dialog.locator('h2').textContent()).toContain(job.reference)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.searchParams.has('open'))
    await findCard(page, job.reference).click()
    await dialog.waitFor()
    await page.waitForURL((url) => url.searchParams.get('open') === job.reference.toLowerCase())
  })

  test('what a picker does not find is created over it and chosen, on pages as in dialogs', async () => {
    const { page, dialog, job } = await opened()
    const client = dialog.getByRole('combobox', { name: 'Client' })
    await client.fill('New Marina')
    await dialog.getByRole('option', { name: 'Create client “New Marina”' }).click()
    const form = page.getByRole('dialog', { name: 'Create client' })
    await form.getByLabel('Name', { exact: false }).first().fill('')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('This is required.').waitFor()
    expect(pageErrors(page).splice(0)).toEqual([expect.stringContaining('status of 400')])
    await form.getByLabel('Name', { exact: false }).first().fill('New Marina')
    await form.getByLabel('Contact number').fill('021 555 0101')
    await screenshot(page, 'picker-create')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await eventually(() => client.inputValue(), 'New Marina')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await get(`/api/jobs/${job.id}`)).client.name).toBe('New Marina')

    await page.goto('/admin/locations/new')
    const owner = page.getByRole('combobox', { name: 'Client' })
    await owner.fill('Old Pier')
    await page.getByRole('option', { name: 'Create client “Old Pier”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Create client' }).waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => owner.inputValue(), 'Old Pier')
    // Down and Enter take what is found, not what could be made beside it.
    await owner.fill('New Mar')
    await page.getByRole('option', { name: 'Create client “New Mar”' }).waitFor()
    await page.getByRole('option', { name: 'New Marina' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventually(() => owner.inputValue(), 'New Marina')
    await eventually(() => page.getByRole('dialog', { name: 'Add location' }).isVisible(), true)
  })

  test('saves what was changed, and the card behind shows it', async () => {
    const { page, dialog, job } = await opened()
    await dialog.getByLabel('Description').fill('Replace the door seal')
    await dialog.getByLabel('Assignee').selectOption({ label: 'Thandi Mokoena' })
    await dialog.getByRole('combobox', { name: 'Client' }).fill('ernst')
    await page.getByRole('option', { name: 'Ernst Handel' }).click()
    await dialog.getByLabel('Critical').check()
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await findCard(page, job.reference).getByText('Replace the door seal').waitFor()
    expect(await get(`/api/jobs/${job.id}`)).toMatchObject({
      description: 'Replace the door seal',
      critical: true,
      assignee: { name: 'Thandi Mokoena' },
      client: { name: 'Ernst Handel' },
    })
  })

  test('opens with no menu open', async () => {
    const { dialog } = await opened()
    const open = await dialog
      .locator('[popover]')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent))
    expect(open).toEqual([])
  })

  test('asks before it throws away what was typed', async () => {
    const { page, dialog } = await opened()
    await dialog.getByLabel('Status note').fill('Waiting for parts')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await eventually(() => dialog.getByLabel('Status note').inputValue(), 'Waiting for parts')
  })

  test('when someone saved first both values are seen, and what was typed is kept', async () => {
    const { page, dialog, job } = await opened({ description: 'First' })
    await dialog.getByLabel('Description').fill('Mine')
    const theirs = { description: 'Theirs', customerreference: 'PO 7', version: job.version }
    await on.people.operations.patch(`/api/jobs/${job.id}`, theirs)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Now saved: Theirs').waitFor()
    await eventually(() => dialog.getByLabel('Description').inputValue(), 'Mine')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await get(`/api/jobs/${job.id}`)).toMatchObject({ description: 'Mine', customerreference: 'PO 7' })
    expect(
      pageErrors(page)
        .splice(0)
        .every((text) => text.includes('409')),
    ).toBe(true)
  })

  test('a colleague’s change appears in a form that nobody has begun to type in', async () => {
    const { dialog, job } = await opened({ description: 'Before' })
    await on.people.operations.patch(`/api/jobs/${job.id}`, { description: 'After', version: job.version })
    await dialog.locator('h2', { hasText: 'After' }).waitFor()
    await eventually(() => dialog.getByLabel('Description').inputValue(), 'After')
  })

  test('a colleague’s change never comes between the keys of who begins to type', async () => {
    const { page, dialog, job } = await opened({ description: 'Before' })
    const title = dialog.locator('h2', { hasText: 'Before' })
    const shown = await title.evaluateHandle((heading) => ({
      inForm: new Promise((resolve) => {
        const read = () => document.querySelector<HTMLInputElement>('#job-form [name=description]')?.value
        new MutationObserver(() => resolve(read())).observe(heading, {
          childList: true,
          characterData: true,
          subtree: true,
        })
      }),
    }))
    await on.people.operations.patch(`/api/jobs/${job.id}`, { description: 'After', version: job.version })
    expect(await shown.evaluate(({ inForm }) => inForm)).toBe('After')
    expect(pageErrors(page)).toEqual([])
  })

  test('moves along the lanes from its own menu', async () => {
    const { page, dialog, job } = await opened({ status: 1 })
    await dialog.getByRole('button', { name: /^Lane/ }).click()
    await page.getByRole('menuitem', { name: 'Move to Review' }).click()
    await dialog.getByRole('button', { name: 'Lane: Review' }).waitFor()
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(2)
    await page.locator('.lane[data-lane="2"] .card', { hasText: job.reference }).waitFor()
  })

  test('notes are written with Ctrl+Enter and stand newest first', async () => {
    const { page, dialog, tab } = await opened()
    await tab('Notes')
    for (const text of ['Hinges ordered', 'Hinges came']) {
      await dialog.getByRole('textbox', { name: 'New note' }).fill(text)
      await page.keyboard.press('Control+Enter')
      await dialog.locator('.message', { hasText: text }).waitFor()
    }
    await eventually(() => dialog.locator('.message').allTextContents(), ['Hinges came', 'Hinges ordered'])
    await dialog.getByRole('tab', { name: 'Notes 2' }).waitFor()
  })

  test('lines are added from the inventory and as free words, and edited where they stand', async () => {
    const { page, dialog, job, tab } = await opened()
    await tab('Items and work')
    const add = dialog.getByRole('combobox', { name: 'Add a line' })
    await add.fill('hinge')
    await page.getByRole('option', { name: /Cold room hinge/ }).click()
    await cell(page, 0, 'Estimated').fill('2,5')
    await page.keyboard.press('Enter')
    await eventually(
      async () => (await lines(job.id)).map((line: { estimated: number }) => line.estimated),
      [2.5],
    )
    await add.fill('Call-out')
    await page.getByRole('option', { name: /As free text/ }).click()
    await cell(page, 1, 'Rate').fill('450')
    await page.keyboard.press('Tab')
    const shown = async () =>
      (await lines(job.id)).map(
        (line: { description: string; linerate: number; inventoryid: string | null }) => [
          line.description,
          line.linerate,
          line.inventoryid,
        ],
      )
    await eventually(shown, [
      ['Cold room hinge', 385, itemid],
      ['Call-out', 450, null],
    ])
    // 2,5 × 385 + 450, without VAT.
    await dialog.locator('.jobtotals tr', { hasText: 'Total' }).getByText('1\u00a0412,50').waitFor()
    for (const last of [1, 2]) {
      // The menu of a line comes after its amounts.
      const column = await endsAt(dialog.locator(`.line:last-child td:nth-last-child(${last + 1})`))
      const total = dialog.locator(`.jobtotals tbody tr:first-child td:nth-last-child(${last})`)
      expect(await endsAt(total)).toBe(column)
    }
    await screenshot(page, 'job-lines-estimated')
    const used = async () => (await lines(job.id)).map((line: { consumed: number }) => line.consumed)
    await dialog.getByRole('button', { name: 'Use 2 lines as estimated' }).click()
    await eventually(used, [2.5, 1])
    await screenshot(page, 'job-lines-used')
    await page.locator('.snackbar', { hasText: '2 lines used as estimated' }).getByText('Undo').click()
    await eventually(used, [0, 0])
    await dialog.getByRole('button', { name: 'Actions for line 2' }).click()
    await page.getByRole('menuitem', { name: 'Use as estimated' }).click()
    await eventually(used, [0, 1])
  })

  test('what is added once the estimate was accepted leaves the approved sum as it is', async () => {
    const { page, dialog, job, tab } = await opened({ client: on.clientid, acceptedby: 'Jan Smit' })
    const { admin } = on.people
    const approved = { jobid: job.id, role: 2, description: 'Geyser', estimated: 2, linerate: 100 }
    await admin.post('/api/materials', approved)
    await admin.post('/api/jobs/reorder', { jobid: job.id, lane: 3, afterid: null })
    await dialog.locator('[aria-current=step]', { hasText: 'Approved' }).waitFor()
    await tab('Items and work')
    await dialog.getByText('so that the approved sum stays').waitFor()
    await dialog.getByRole('combobox', { name: 'Add a line' }).fill('Valve')
    await page.getByRole('option', { name: /As free text/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-column') === 'consumed')
    await page.keyboard.type('3')
    await page.keyboard.press('Tab')
    await page.locator('tr.line', { hasText: 'Added since approval' }).waitFor()
    const figures = async () =>
      (await lines(job.id)).map((line: { estimated: number; consumed: number }) => [
        line.estimated,
        line.consumed,
      ])
    await eventually(figures, [
      [2, 0],
      [0, 3],
    ])
    await screenshot(page, 'job-added-since')
    expect((await get(`/api/jobs/${job.id}/totals`)).quoted.net).toBe(200)
  })

  test('a new line takes the keys at once, the first as well as the next', async () => {
    const { page, dialog, job, tab } = await opened()
    await tab('Items and work')
    for (const [words, figure] of [
      ['Welding', '2,5'],
      ['Grinding', '3'],
    ] as const) {
      await dialog.getByRole('combobox', { name: 'Add a line' }).fill(words)
      await page.getByRole('option', { name: /As free text/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-column') === 'estimated')
      await page.keyboard.type(figure)
      await page.keyboard.press('Tab')
    }
    const figures = async () => (await lines(job.id)).map((line: { estimated: number }) => line.estimated)
    await eventually(figures, [2.5, 3])
  })

  test('a wrong figure stays in its cell with the reason, and closing asks', async () => {
    const { page, dialog, tab } = await opened()
    await tab('Materials used')
    await dialog.getByRole('combobox', { name: 'Add a line' }).fill('Timber')
    await page.getByRole('option', { name: /As free text/ }).click()
    await cell(page, 0, 'Estimated').fill('lots')
    await page.keyboard.press('Tab')
    await dialog.getByText('Please enter a number, such as 12,5.').waitFor()
    await eventually(() => cell(page, 0, 'Estimated').inputValue(), 'lots')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Save figures that were refused before you close?').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await cell(page, 0, 'Estimated').fill('3')
    await page.keyboard.press('Tab')
    await dialog.getByText('Please enter a number').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a correction of a figure does not go over a colleague’s that the figure itself was refused for', async () => {
    const { page, dialog, job, tab } = await opened()
    const { admin, operations } = on.people
    const { data: line } = (
      await admin.post('/api/materials', { jobid: job.id, role: 1, description: 'Timber', estimated: 1 })
    ).body
    await tab('Materials used')
    await cell(page, 0, 'Estimated').waitFor()
    const goOn = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/api/materials/*', async (route) => {
      if (route.request().method() === 'PATCH' && ++sent === 1) await goOn.promise
      await route.continue()
    })
    await cell(page, 0, 'Estimated').fill('5')
    await page.keyboard.press('Enter')
    await until(() => sent === 1, 'the first figure')
    await cell(page, 0, 'Estimated').fill('56')
    await page.keyboard.press('Tab')
    await operations.patch(`/api/materials/${line.id}`, { estimated: 7, version: line.version })
    goOn.resolve()
    await dialog.getByText('Someone else saved 7. Press Enter to save yours.').waitFor()
    expect([sent, (await lines(job.id))[0].estimated]).toEqual([1, 7])
    await eventually(() => cell(page, 0, 'Estimated').inputValue(), '56')
    await cell(page, 0, 'Estimated').press('Enter')
    await eventually(async () => (await lines(job.id))[0].estimated, 56)
    expect(
      pageErrors(page)
        .splice(0)
        .every((text) => text.includes('409')),
    ).toBe(true)
  })

  test('lines are put in order by menu and by drag, removed, and brought back', async () => {
    const { page, dialog, job, tab } = await opened()
    for (const description of ['One', 'Two', 'Three'])
      await on.people.admin.post('/api/materials', { jobid: job.id, role: 1, estimated: 1, description })
    await tab('Materials used')
    const order = async () => (await lines(job.id)).map((line: { description: string }) => line.description)
    await dialog.getByRole('button', { name: 'Actions for line 3' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await eventually(order, ['One', 'Three', 'Two'])

    const [from, to] = [page.locator('.grip > span').nth(2), page.locator('.grip > span').nth(0)]
    const start = await from.boundingBox()
    const end = await to.boundingBox()
    await page.mouse.move((start?.x ?? 0) + 6, (start?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((start?.x ?? 0) + 6, (start?.y ?? 0) - 4, { steps: 4 })
    await page.mouse.move((end?.x ?? 0) + 6, (end?.y ?? 0) + 2, { steps: 8 })
    await nextFrames(page)
    await page.mouse.up()
    await eventually(order, ['Two', 'One', 'Three'])

    await dialog.getByRole('button', { name: 'Actions for line 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await eventually(order, ['One', 'Three'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(order, ['Two', 'One', 'Three'])
  })

  test('on a phone a line is removed by a finger, within the page', async () => {
    const { page, dialog, job, tab } = await opened({}, 'admin', 390)
    await on.people.admin.post('/api/materials', { jobid: job.id, role: 1, estimated: 1, description: 'One' })
    await tab('Materials used')
    const button = dialog.getByRole('button', { name: 'Actions for line 1' })
    await button.waitFor()
    const box = await button.boundingBox()
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    const line = await dialog.locator('.line').boundingBox()
    expect(line?.height).toBeLessThanOrEqual(96)
    const adding = await dialog.getByRole('combobox', { name: 'Add a line' }).boundingBox()
    expect(adding?.y).toBeLessThan(line?.y ?? 0)
    const heights = await dialog
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((one) => one.getBoundingClientRect().top))
    expect(new Set(heights).size).toBe(1)
    const chosen = await dialog.getByRole('tab', { selected: true }).boundingBox()
    expect((chosen?.x ?? 390) + (chosen?.width ?? 0)).toBeLessThanOrEqual(390)
    await button.tap()
    await page.getByRole('menuitem', { name: 'Remove' }).tap()
    await eventually(() => lines(job.id), [])
  })

  test('a line at a price says that nothing of it is charged, until a quantity is entered', async () => {
    const { page, dialog, job, tab } = await opened({}, 'admin', 390)
    await on.people.admin.post('/api/materials', {
      ...{ jobid: job.id, role: 2, estimated: 0, linerate: 450, description: 'Labour' },
    })
    await tab('Items and work')
    const words = dialog.getByText('Nothing of it is charged yet')
    await words.waitFor()
    await screenshot(page, 'line-without-quantity')
    expect(await overflowX(page)).toBe(0)
    await cell(page, 0, 'Estimated').fill('2')
    await cell(page, 0, 'Estimated').press('Enter')
    await words.waitFor({ state: 'detached' })
  })

  test('on a phone a line of stock is no higher, and says what is available of it', async () => {
    const { page, dialog, job, tab } = await opened({}, 'admin', 390)
    const { admin } = on.people
    const item = { code: 'FLASHING', materialname: 'Flashing, galvanised', baseunit: 'm', inventoryclass: 3 }
    const { id } = await expectOk(admin.post('/api/inventory', item))
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: id, quantity: 1234.5 }))
    // The second says beside its name what it is.
    for (const role of [2, 4])
      await expectOk(admin.post('/api/materials', { jobid: job.id, role, inventoryid: id, estimated: 1 }))
    await tab('Items and work')
    await dialog.locator('.line').nth(1).waitFor()
    for (const line of await dialog.locator('.line').all()) {
      expect((await line.boundingBox())?.height).toBeLessThanOrEqual(96)
      expect(await line.locator('.levelsline').innerText()).toContain('1\u00a0234,5')
      expect((await line.getByRole('textbox', { name: 'Description' }).boundingBox())?.width).toBeGreaterThan(
        80,
      )
    }
    expect(await overflowX(page)).toBe(0)
  })

  test('on a phone a line shows what it was quoted at and what it comes to, one above the other', async () => {
    const { page, dialog, job, tab } = await opened({}, 'admin', 390)
    await on.people.admin.post('/api/materials', {
      ...{ jobid: job.id, role: 1, estimated: 2, consumed: 3, linerate: 450, description: 'Labour' },
    })
    await tab('Materials used')
    const line = dialog.locator('.line')
    await line.waitFor()
    const [quoted, actual] = [line.getByText('900,00'), line.getByText(/1.350,00/)]
    for (const one of [quoted, actual]) expect(await one.isVisible()).toBe(true)
    const boxOf = async (one: typeof quoted) =>
      (await one.boundingBox()) ?? { y: 0, height: 0, x: 0, width: 0 }
    const [above, below] = [await boxOf(quoted), await boxOf(actual)]
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1)
    expect(below.x + below.width).toBeLessThanOrEqual(390)
    expect((await boxOf(line)).height).toBeLessThanOrEqual(96)
    for (const head of ['Quoted', 'Actual'])
      expect((await boxOf(dialog.locator('.linetable th', { hasText: head }))).width).toBeGreaterThan(20)
    // The menus of the head are shut until somebody opens one.
    await eventually(() => dialog.getByRole('menu').count(), 0)
    await screenshot(page, 'phone-line')
    await line.getByRole('textbox').first().focus()
    await screenshot(page, 'phone-line-open')
  })

  test('removing a job asks what happens to the stock that it used', async () => {
    const { admin } = on.people
    const item = (await admin.post('/api/inventory', { code: 'PB1', materialname: 'Pipe', baseunit: 'm' }))
      .body.data
    const levels = async () =>
      (await admin.get(`/api/inventory/stockonhand?inventoryids=${item.id}`)).body.data[0].quantity
    const use = (jobid: string) =>
      admin.post('/api/materials', { jobid, inventoryid: item.id, role: 1, estimated: 3, consumed: 3 })
    for (const [putback, left] of [
      [false, -3],
      [true, -3],
    ] as const) {
      const { page, dialog, job } = await opened()
      await use(job.id)
      await dialog.getByRole('button', { name: /^Lane:/ }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const asked = page.getByRole('alertdialog', { name: `Remove ${job.reference}?` })
      await asked.getByText(/^3.m Pipe$/).waitFor()
      const box = asked.getByRole('checkbox', { name: /Put stock back/ })
      await eventually(() => box.isChecked(), true)
      await box.setChecked(putback)
      await screenshot(page, `remove-job-${putback}`)
      await asked.getByRole('button', { name: `Remove ${job.reference}` }).click()
      await eventually(levels, left)
      const status = async () => (await admin.get(`/api/jobs/${job.id}`)).body.data.status
      await eventually(status, 98)
      if (!putback) continue
      await page.getByRole('button', { name: 'Undo' }).click()
      await eventually(status, 1)
      await eventually(levels, -6)
    }
  })

  test('every change stands in the history', async () => {
    const { dialog, job, tab } = await opened({ description: 'Old words' })
    await on.people.admin.patch(`/api/jobs/${job.id}`, { description: 'New words', version: job.version })
    await on.people.admin.post('/api/materials', {
      jobid: job.id,
      role: 1,
      estimated: 1,
      description: 'Plank',
    })
    await tab('History')
    const row = dialog.locator('tr', { hasText: 'Old words' })
    await row.waitFor()
    expect(await row.textContent()).toContain('New words')
    await dialog.getByText('Line added').waitFor()
  })

  test('an archived job is restored from its dialog', async () => {
    const job = await on.addJob({ description: 'Done long ago', status: 4 })
    await on.people.admin.patch(`/api/jobs/${job.id}`, { status: 6 })
    const page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
    open.push(page)
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.locator('dialog.job .chip', { hasText: 'Restored' }).waitFor()
    await expectTitles(page, 4, ['Done long ago'])
  })

  test('without the right to money no rate is seen; without the right to write nothing can be', async () => {
    const { page, dialog, tab } = await opened({}, 'jobs')
    await tab('Items and work')
    await dialog.getByRole('combobox', { name: 'Add a line' }).fill('hinge')
    await page.getByRole('option', { name: /Cold room hinge/ }).click()
    await cell(page, 0, 'Estimated').waitFor()
    await eventually(() => dialog.getByRole('textbox', { name: 'Rate' }).count(), 0)
    await eventually(() => dialog.locator('.jobtotals').count(), 0)
  })

  test('shows where the job stands, with one button for its next step up to the invoice', async () => {
    const { page, dialog, job } = await opened({ client: on.clientid })
    const line = { jobid: job.id, role: 2, description: 'Work', estimated: 2, linerate: 50 }
    await on.people.admin.post('/api/materials', line)
    await on.people.admin.post('/api/organisations', { name: 'Joinery' })
    const stage = (name: string) => dialog.locator('[aria-current=step]', { hasText: name }).waitFor()
    const step = (name: string) => dialog.getByRole('button', { name, exact: true })
    const letter = { to: 'buyer@client.test', subject: 'Estimate', message: '' }
    await on.people.admin.call('POST', `/mail/estimate/${job.id}`, letter, { 'hx-request': 'true' })
    await dialog.getByText('Estimate waits to be sent').waitFor()
    await stage('Asked')
    await screenshot(page, 'job-estimate-waits')
    await on.services.tenants.write(on.accountid, { userid: null, name: 'Test' }, (tx) =>
      markEstimateSent(tx, job.id, undefined),
    )
    await stage('Quoted')
    await dialog.getByLabel('Accepted by', { exact: true }).fill('Jan Smit')
    await screenshot(page, 'job-accepted-by')
    await page.keyboard.press('Enter')
    await stage('Approved')
    await dialog.getByText('accepted by Jan Smit').waitFor()
    await dialog.getByRole('button', { name: 'Start the work' }).click()
    await stage('Working')
    await eventually(() => dialog.locator('.button.primary').allTextContents(), ['Use as estimated'])
    await page
      .locator('.snackbar', { hasText: `Work on ${job.reference} started` })
      .getByRole('button', { name: 'Undo' })
      .click()
    await stage('Approved')
    await on.people.admin.post('/api/materials', { ...line, description: 'Extra', estimated: 1, consumed: 1 })
    // The card's own menu takes the same step.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator(`[data-card="${job.id}"]`).getByText('Working').waitFor()
    await page.locator(`[data-card="${job.id}"]`).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Use as estimated' }).click()
    await stage('Working')
    await eventually(
      async () => (await lines(job.id)).map((one: { consumed: number }) => one.consumed),
      [2, 1],
    )
    await screenshot(page, 'job-stages')
    await step('Complete').click()
    await stage('Complete')
    await step('Prepare the invoice').click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    await page.keyboard.press('Escape')
    await step('Issue the invoice').click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
  })

  test('fits the stages of a phone in one row that names the one that is', async () => {
    const { dialog } = await opened({}, 'admin', 390)
    await dialog.getByText('Asked 1 of 7').waitFor()
    const bars = await dialog
      .locator('.stages li')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(bars).size).toBe(1)
    await eventually(() => dialog.locator('.stages li[aria-current=step]').textContent(), 'Asked')
  })

  test('offers the way to the board of a job only where another one is behind', async () => {
    const here = await opened()
    const way = here.dialog.getByRole('link', { name: 'Go to board' })
    await eventually(() => way.count(), 0)
    const other = (await on.people.admin.post('/api/boards', { name: 'Yard' })).body.data
    const there = await opened({ boardid: other.id })
    await there.dialog.getByRole('link', { name: 'Go to board' }).click()
    await there.page.waitForURL('**/jobs/yard/progress')
  })
})
