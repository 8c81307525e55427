import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { readConfig, WrongSetting } from '#server/config.ts'
import { readArgs } from './args.ts'
import { clusterFiles } from './ha/cluster-files.ts'
import { type ClusterPlan, readClusterPlan } from './ha/cluster-plan.ts'
import { testFence } from './ha/fence-tests.ts'
import { findRecipeFaults } from './ha/find-recipe-faults.ts'

/**
 * `ha-config --nodes a=ADDRESS,b=ADDRESS --vote ADDRESS --fence FILE --disk DEVICE --vip ADDRESS/BITS --to FOLDER`, with
 * `--test-fence NODE` before, for each node, and `--check` after, whenever one likes.
 */
export async function haConfig(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, {
    nodes: 'needed',
    vote: 'needed',
    fence: 'needed',
    disk: 'needed',
    vip: 'needed',
    to: 'needed',
    drbd: 'text',
    'watch-port': 'text',
    'test-fence': 'text',
    'cut-power': 'switch',
    check: 'switch',
  })
  readConfig({}, rest)
  const plan = readClusterPlan({ ...values, watchport: values['watch-port'] })
  const node = values['test-fence']
  if (node) return testFence(plan, node, values['cut-power'])
  const faults = await findRecipeFaults(plan, values.check)
  if (faults.length > 0)
    throw new WrongSetting(`${values.check ? 'Not sound' : 'Nothing was written'}: ${faults.join(' ')}`)
  if (values.check)
    return console.log(
      'Sound: both fences were tested, the third vote answers, the files say what they must.',
    )
  write(plan)
}

function write(plan: ClusterPlan) {
  mkdirSync(plan.to, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(clusterFiles(plan))) {
    const path = join(plan.to, name)
    makeFolders(plan.to, dirname(name))
    writeFileSync(path, text, { mode: 0o600 })
    console.log(path)
  }
  console.log('What to do with them, in which order, and the drill: docs/high-availability.md')
}

/** `scp -r` gives its modes to the folders it finds, which are `/` and `/etc` there: others must get through them. */
function makeFolders(folder: string, below: string) {
  let path = folder
  for (const name of below.split(sep)) {
    path = join(path, name)
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o755)
  }
}
