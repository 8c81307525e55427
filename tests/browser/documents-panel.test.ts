import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { overflowX, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'
import { png, upload } from '#tests/work/documents-support.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

type Options = { width?: number; theme?: 'light' | 'dark'; isolated?: boolean }

/** The documents of a location in its dialog, on a fresh page that must end without an error of its own. */
const onPanel = (id: string, act: (page: Page) => Promise<void>, options: Options = {}) =>
  withPage(
    {
      base: server.url,
      cookies: server.people.admin.cookie,
      path: `/admin/lc/${id}`,
      refusals: /status of 400/,
      ...options,
    },
    async (page) => {
      await page.locator('#dialog > dialog[open], dialog[open]').first().waitFor()
      await page.getByRole('tab', { name: 'Files' }).click()
      await page.locator('#documents-list').waitFor()
      await act(page)
    },
  )

test('a file is uploaded with its progress, archived, and taken back', () =>
  onPanel(
    shop.locations[0],
    async (page) => {
      await page.locator('#documents-list', { hasText: 'No files are kept here yet.' }).waitFor()
      await page.getByRole('tab', { name: 'Upload' }).click()
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByText('File description cannot be empty').waitFor()
      await page.getByLabel('Description').fill('Gate')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByText('Please choose a file to upload').waitFor()
      await eventually(() => page.getByText('File description cannot be empty').count(), 0)

      const shown: number[] = []
      await page.exposeFunction('progressed', (percent: number) => shown.push(percent))
      await page.evaluate(() => {
        const bar = document.querySelector('[data-upload]:has(#upload-file) progress') as HTMLProgressElement
        const told = window as unknown as { progressed(percent: number): void }
        new MutationObserver(() => told.progressed(bar.value)).observe(bar, { attributes: true })
      })
      const big = Buffer.concat([Buffer.from(png(300, 200)), Buffer.alloc(6 * 1024 * 1024)])
      await page
        .locator('#upload-file')
        .setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: big })
      await eventually(() => page.getByLabel('Description').inputValue(), 'Gate')
      await page.getByLabel('Group').last().fill('Photos')
      await page.keyboard.press('Enter')
      await page.locator('.snackbar', { hasText: 'File has been uploaded successfully' }).waitFor()
      const file = page.locator('#documents-list li', { hasText: 'Gate' })
      await file.waitFor()
      await eventually(() => page.getByRole('heading', { name: 'Photos 1' }).count(), 1)
      await page.waitForFunction(
        () => (document.querySelector('.thumb img') as HTMLImageElement)?.naturalWidth > 0,
      )
      await eventually(() => shown.at(-1), 100)

      await file.getByRole('button', { name: 'Archive Gate' }).click()
      await file.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await file.waitFor()
    },
    { isolated: true },
  ))

test('a file that is too large is refused before it is sent, and a description follows the file', () =>
  onPanel(shop.locations[0], async (page) => {
    await page.getByRole('tab', { name: 'Upload' }).click()
    await page.evaluate(() => {
      ;(document.querySelector('[data-upload]:has(#upload-file)') as HTMLElement).dataset.most = '1000'
    })
    await page
      .locator('#upload-file')
      .setInputFiles({ name: 'Site plan.pdf', mimeType: 'x/y', buffer: Buffer.alloc(2000) })
    await eventually(() => page.getByLabel('Description').inputValue(), 'Site plan')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('A file may have at most 25 MB.').waitFor()
  }))

test('what was typed in the dialog stays while files come and go, and is not guarded twice', () =>
  onPanel(shop.locations[1], async (page) => {
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.locator('#f-name').fill('Bolt hall, renamed')
    await page.getByRole('tab', { name: 'Files' }).click()
    await upload(server.people.agent, 'x', 'x.txt', {
      filename: 'From a colleague',
      referenceid: shop.locations[1],
    })
    await page.locator('#documents-list', { hasText: 'From a colleague' }).waitFor()
    await page.getByLabel('Search files').fill('nothing like it')
    await page.getByText('No file matches.').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await eventually(() => page.locator('#f-name').inputValue(), 'Bolt hall, renamed')
    await page.keyboard.press('Control+Enter')
    await page.locator('.snackbar', { hasText: 'Bolt hall, renamed saved' }).waitFor()
  }))

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png(30, 20)) })

test('what is chosen above the list is uploaded at once, and can be taken back', () =>
  onPanel(shop.locations[0], async (page) => {
    const files = page.locator('#documents-list li')
    await page.getByLabel('Add files').setInputFiles([picture('north wall.png'), picture('south wall.png')])
    await page.locator('.snackbar', { hasText: '2 files have been uploaded' }).waitFor()
    await files.filter({ hasText: 'south wall' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => files.filter({ hasText: 'wall' }).count(), 0)
    await page.getByLabel('Take a photo').setInputFiles(picture('roof.png'))
    await page.locator('section[aria-label="Photos"] li', { hasText: 'roof' }).waitFor()
    await page.evaluate(() => {
      ;(document.querySelector('[data-upload]:has([data-upload-now])') as HTMLElement).dataset.most = '10'
    })
    await page.getByLabel('Add files').setInputFiles(picture('east wall.png'))
    await page.getByText('east wall.png: A file may have at most 25 MB.').waitFor()
  }))

/** Uploads wait here until each is let go, in the order in which they came. */
async function holdUploads(page: Page) {
  const held: (() => void)[] = []
  await page.route('**/api/documents/file', async (route) => {
    await new Promise<void>((go) => held.push(go))
    // One that was stopped meanwhile goes nowhere.
    await route.continue().catch(() => {})
  })
  return held
}

const dropOn = (page: Page, box: string, names: string[]) =>
  page.locator(box).evaluate(
    (element, { names, bytes }) => {
      const dataTransfer = new DataTransfer()
      for (const name of names)
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    { names, bytes: [...png(30, 20)] },
  )

const NOW = '[data-upload]:has([data-upload-now])'

test('files that are dropped while one is uploaded go after it, one by one', () =>
  onPanel(
    shop.locations[0],
    async (page) => {
      const held = await holdUploads(page)
      await page.getByLabel('Add files').setInputFiles(picture('first slab.png'))
      await eventually(() => held.length, 1)
      await dropOn(page, NOW, ['second slab.png', 'third slab.png'])
      await page.locator(NOW).getByText('2 more after it').waitFor()
      expect(await overflowX(page)).toBe(0)
      await screenshot(page, 'uploads-in-turn')
      for (const at of [0, 1, 2]) {
        expect(held.length).toBe(at + 1)
        held[at]?.()
        if (at < 2) await eventually(() => held.length, at + 2)
      }
      await page.locator('.snackbar', { hasText: '3 files have been uploaded' }).waitFor()
      await eventually(() => page.locator('#documents-list li', { hasText: 'slab' }).count(), 3)
      await eventually(() => page.locator(`${NOW} progress`).isVisible(), false)
    },
    { isolated: true, width: 390 },
  ))

test('Stop stops whichever of several is uploaded, and those after it', () =>
  onPanel(
    shop.locations[0],
    async (page) => {
      const held = await holdUploads(page)
      const files = ['one', 'two', 'three'].map((name) => picture(`${name} stopped.png`))
      await page.getByLabel('Add files').setInputFiles(files)
      await eventually(() => held.length, 1)
      held[0]?.()
      await page.locator(NOW).getByText('two stopped.png').waitFor()
      await page.locator(NOW).getByRole('button', { name: 'Stop' }).click()
      const kept = page.locator('#documents-list li', { hasText: 'stopped' })
      await eventually(() => kept.count(), 1)
      await eventually(() => page.locator(`${NOW} progress`).isVisible(), false)
      expect(held.length).toBe(2)
    },
    { isolated: true },
  ))

test('a file that is dropped on the form while another is uploaded is chosen next', () =>
  onPanel(
    shop.locations[1],
    async (page) => {
      const held = await holdUploads(page)
      const box = '[data-upload]:has(#upload-file)'
      await page.getByRole('tab', { name: 'Upload' }).click()
      await page.locator('#upload-file').setInputFiles(picture('left door.png'))
      await page.getByRole('button', { name: 'Upload' }).click()
      await eventually(() => held.length, 1)
      await dropOn(page, box, ['right door.png'])
      held[0]?.()
      await eventually(() => page.getByLabel('Description').inputValue(), 'right door')
      await page.getByRole('tab', { name: 'Upload' }).click()
      await page.getByRole('button', { name: 'Upload' }).click()
      await eventually(() => held.length, 2)
      held[1]?.()
      await page.locator('#documents-list li', { hasText: 'right door' }).waitFor()
    },
    { isolated: true },
  ))

test('a file that is chosen is uploaded by the button that saves the rest', () =>
  onPanel(shop.locations[1], async (page) => {
    await page.getByRole('tab', { name: 'Upload' }).click()
    await page.locator('#upload-file').setInputFiles(picture('fence.png'))
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.locator('#f-name').fill('Hall with a fence')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.snackbar', { hasText: 'Hall with a fence saved' }).waitFor()
    const kept = await server.people.admin.get(`/api/documents/reference/${shop.locations[1]}`)
    expect(kept.body.data.map(({ filename }: { filename: string }) => filename)).toContain('fence')
  }))
