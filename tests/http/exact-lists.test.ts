import { expect, spyOn, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { startTestServer } from '#tests/support/server.ts'

test('each list counted to the end is answered by what can answer it', async () => {
  const server = await startTestServer()
  const failures: string[] = []
  const spy = spyOn(console, 'error').mockImplementation((words) => {
    failures.push(String(words).split('\n')[0] as string)
  })
  try {
    const lists = routes.filter(
      ({ method, path, schemas }) =>
        method === 'GET' && !path.includes(':') && schemas.query?.properties?.exact !== undefined,
    )
    expect(lists.length).toBeGreaterThan(20)
    for (const { path, claim } of lists) {
      const asker = claim === 'platform.manage' ? server.operator : server.people.admin
      const { status } = await asker.get(`${path}?exact=true`)
      if (status >= 500) failures.push(`${path} answers ${status}.`)
    }
    expect(failures).toEqual([])
  } finally {
    spy.mockRestore()
    server.stop()
  }
}, 120_000)
