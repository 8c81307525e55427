import { randomUUIDv7 } from 'bun'
import {
  boards,
  categories,
  clients,
  location_stakeholders,
  locations,
  workers,
} from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TestServer } from '#tests/support/server.ts'

export const by = { userid: null, name: 'Test' }

/** Something to make jobs of, straight into an account's file: two boards, two clients with a location each. */
export type JobFixtures = {
  boardid: string
  secondid: string
  clients: [string, string]
  locations: [string, string]
  worker: string
  category: string
}

export function createJobFixtures(server: TestServer, accountid = server.accountid): Promise<JobFixtures> {
  return server.services.tenants.write(accountid, by, (tx) => {
    const shop: JobFixtures = {
      boardid: randomUUIDv7(),
      secondid: randomUUIDv7(),
      clients: [randomUUIDv7(), randomUUIDv7()],
      locations: [randomUUIDv7(), randomUUIDv7()],
      worker: randomUUIDv7(),
      category: randomUUIDv7(),
    }
    fill(tx, shop)
    tx.invalidateCaches()
    return shop
  })
}

function fill({ db, now }: Tx, shop: JobFixtures) {
  const instants = { createdutc: now, updatedutc: now }
  db.insert(boards)
    .values([
      { id: shop.boardid, name: 'Work shop', slug: 'work-shop', rank: 0, ...instants },
      { id: shop.secondid, name: 'Paint', slug: 'paint', rank: 1, ...instants },
    ])
    .run()
  db.insert(clients)
    .values([
      { id: shop.clients[0], name: 'Acme', ...instants },
      { id: shop.clients[1], name: 'Bolt & Co', ...instants },
    ])
    .run()
  db.insert(locations)
    .values([
      { id: shop.locations[0], name: 'Acme yard', client: shop.clients[0], ...instants },
      { id: shop.locations[1], name: 'Bolt hall', client: shop.clients[1], ...instants },
    ])
    .run()
  db.insert(workers)
    .values({ id: shop.worker, name: 'Wendy', ...instants })
    .run()
  db.insert(categories)
    .values({ id: shop.category, name: 'Repair', jobcategory: true, colour: '#336699', ...instants })
    .run()
}

/** Links a person to a location, as a StakeHolder is. */
export const addStakeholder = (server: TestServer, locationid: string, userid: string) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db.insert(location_stakeholders).values({ locationid, userid }).run()
    tx.invalidateCaches()
  })
