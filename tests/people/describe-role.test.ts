import { expect, test } from 'bun:test'
import { accountClaims, defaultRoles, SYSTEMADMIN } from '#server/access/claims.ts'
import { describeRole } from '#server/domains/people/roles/describe-role.ts'
import { roleLabel } from '#views/people/role-label.ts'

const role = (name: string, claims: readonly string[]) => ({ id: name, name, archived: false, claims })

test('a role is described as it began until a right of it is changed', () => {
  for (const { name, about, claims } of defaultRoles) {
    expect(describeRole(role(name, claims.toReversed()))).toBe(about)
    const less = describeRole(role(name, claims.slice(1)))
    expect(less).toBe(
      name === SYSTEMADMIN ? about : `${claims.length - 1} of ${accountClaims.length} rights.`,
    )
  }
  expect(describeRole(role('Storeman', ['stock.read']))).toBe(`1 of ${accountClaims.length} rights.`)
})

test.each(['__proto__', 'constructor', 'toString', 'Foreman'])('a role may be called %s', (name) => {
  expect(roleLabel(name)).toBe(name)
})
