import { expectOk } from '#tests/support/answers.ts'
import type { TestServer } from '#tests/support/server.ts'

/** A job on a board of its own that is given to the administrator, who so finds it under My work. */
export async function addOwnJob({
  people: { admin },
}: TestServer): Promise<{ id: string; reference: string }> {
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const assignee = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
  const values = { boardid: board.id, description: 'Gate', status: 3, assignee }
  return expectOk(admin.post('/api/jobs', values))
}
