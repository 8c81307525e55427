import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { axe, closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const labels = async () =>
  (await server.people.admin.get(`/api/categories/${shop.category}/fields`)).body.data.map(
    ({ label }: { label: string }) => label,
  )

test('Save asks about a field that was typed and not added; nothing is lost without a word', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto(`/admin/categories/${shop.category}`)
  const edit = page.locator('#dialog > dialog')
  const tab = (name: string) => edit.getByRole('tab', { name, exact: true })
  const save = edit.getByRole('button', { name: 'Save', exact: true })
  await tab('Fields').click()
  await edit.getByLabel('Label', { exact: true }).fill('Material grade')
  await tab('Details').click()
  await save.click()
  const question = page.getByText('“Material grade” was typed but not added yet. Save without it?')
  await question.waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await eventually(() => tab('Fields').getAttribute('aria-selected'), 'true')
  await eventually(() => edit.getByLabel('Label', { exact: true }).inputValue(), 'Material grade')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await edit.getByRole('button', { name: 'Add field' }).click()
  await edit.getByText('Material grade').waitFor()
  await edit.getByLabel('Label', { exact: true }).last().fill('Drawing')
  await save.click()
  await page.getByRole('button', { name: 'Save without it' }).click()
  await edit.waitFor({ state: 'detached' })
  expect(await labels()).toEqual(['Material grade'])
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
