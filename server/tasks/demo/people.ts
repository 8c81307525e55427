/** Fixed, and good for the demo alone: the demo listens on this machine only, unless told otherwise. */
export const DEMO_PASSWORD = 'joblane-demo-1'

type DemoSeat = { account: 'northwind' | 'second' | 'operator'; role: string }
type DemoPerson = {
  email: string
  firstname: string
  lastname: string
  seats: DemoSeat[]
  what: string
}

export const demoPeople: DemoPerson[] = [
  {
    email: 'owner@northwind.test',
    firstname: 'Andrew',
    lastname: 'Fuller',
    seats: [{ account: 'northwind', role: 'systemadmin' }],
    what: 'Northwind Traders, systemadmin',
  },
  {
    email: 'agent@northwind.test',
    firstname: 'Nancy',
    lastname: 'Davolio',
    seats: [{ account: 'northwind', role: 'Agent' }],
    what: 'Northwind Traders, Agent',
  },
  {
    email: 'technician@northwind.test',
    firstname: 'Michael',
    lastname: 'Suyama',
    seats: [{ account: 'northwind', role: 'Jobs' }],
    what: 'Northwind Traders, Jobs: works on the steps of jobs',
  },
  {
    email: 'stakeholder@northwind.test',
    firstname: 'Horst',
    lastname: 'Kloss',
    seats: [{ account: 'northwind', role: 'StakeHolder' }],
    what: 'Northwind Traders, StakeHolder of two locations',
  },
  {
    email: 'owner@second.test',
    firstname: 'Lindiwe',
    lastname: 'Maseko',
    seats: [{ account: 'second', role: 'systemadmin' }],
    what: 'Second Yard, systemadmin',
  },
  {
    email: 'bookkeeper@joblane.test',
    firstname: 'Pieter',
    lastname: 'Naude',
    seats: [
      { account: 'northwind', role: 'Management' },
      { account: 'second', role: 'Management' },
    ],
    what: 'both accounts, Management: shows switching',
  },
  {
    email: 'operator@joblane.test',
    firstname: 'Olivia',
    lastname: 'Operator',
    seats: [{ account: 'operator', role: 'systemadmin' }],
    what: 'the platform owner: Back office',
  },
]

export function signIns(): string {
  const wide = Math.max(...demoPeople.map(({ email }) => email.length))
  const lines = demoPeople.map(({ email, what }) => `  ${email.padEnd(wide)}  ${what}`)
  return [`Demo sign-ins, password ${DEMO_PASSWORD} for all:`, ...lines].join('\n')
}
