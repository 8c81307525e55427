import { expect, test } from 'bun:test'
import { defaultRoles } from '#server/access/claims.ts'
import { firstPage } from '#server/access/first-page.ts'

test('who works on steps, manages no board and sees no prices begins with their own work', () => {
  const pages = defaultRoles.map(({ name, claims }) => [
    name,
    firstPage({ can: (claim) => claims.includes(claim) }),
  ])
  expect(Object.fromEntries(pages)).toEqual({
    systemadmin: '/',
    Management: '/',
    Operations: '/',
    Agent: '/',
    Jobs: '/mywork',
    StakeHolder: '/',
  })
})
