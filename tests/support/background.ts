import type { TestServer } from './server.ts'

/** Moves the clock while the job does not run: one that is under way ends by the time that it began with. */
export async function moveClock({ services }: Pick<TestServer, 'services'>, job: string, move: () => void) {
  await services.background.run(job)
  move()
}

/** What the job does at the time to which the clock is moved. */
export async function runAfter(server: Pick<TestServer, 'services'>, job: string, move: () => void) {
  await moveClock(server, job, move)
  await server.services.background.run(job)
}
