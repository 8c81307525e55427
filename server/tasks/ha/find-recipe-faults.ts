import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterFiles } from './cluster-files.ts'
import { type ClusterPlan, meaningfulLines } from './cluster-plan.ts'
import { findFenceFault, reaches, readFenceTests } from './fence-tests.ts'

/** Where corosync-qnetd listens. */
const QNETD_PORT = 5403

/** Sentences. `written`: the files too, which somebody may have changed. */
export async function findRecipeFaults(plan: ClusterPlan, written: boolean): Promise<string[]> {
  const tests = readFenceTests(plan)
  const now = new Date()
  return [
    ...plan.nodes.flatMap((node) => findFenceFault(node, tests, now) ?? []),
    ...((await reaches(plan.vote.address, QNETD_PORT))
      ? []
      : [
          `The third vote does not answer at ${plan.vote.address}:${QNETD_PORT}: apt-get install corosync-qnetd there, and let both nodes through.`,
        ]),
    ...(written ? findChanges(plan) : []),
  ]
}

/** A line that is gone, such as the one that asks for fencing, is said by itself. */
const findChanges = (plan: ClusterPlan): string[] =>
  Object.entries(clusterFiles(plan)).flatMap(([name, text]) => {
    const path = join(plan.to, name)
    if (!existsSync(path)) return `${path} is missing.`
    const now = new Set(meaningfulLines(readFileSync(path, 'utf8')))
    return meaningfulLines(text)
      .filter((line) => !now.has(line))
      .map((line) => `${path} no longer says "${line}".`)
  })
