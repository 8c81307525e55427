import { existsSync } from 'node:fs'
import { refuseMissingFiles } from '#db/data-folder.ts'
import { platformPath } from '#db/platform.ts'
import { isDemo } from '#db/queries/platform/registry.ts'
import { type Config, WrongSetting } from '#server/config.ts'
import { readPlatform } from './archive/snapshot.ts'
import { fillDemo } from './demo/fill.ts'
import { signIns } from './demo/people.ts'
import { showProgress } from './progress.ts'

/** @throws WrongSetting when it holds something else, which demo passwords must never open */
export async function prepareDemo({ data }: Config): Promise<void> {
  refuseMissingFiles(data)
  if (!existsSync(platformPath(data))) {
    const started = performance.now()
    console.log(`Filling the demo in ${data}`)
    await fillDemo(data, () => new Date(), showProgress(process.stdout))
    console.log(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } else if (!readPlatform(data, isDemo))
    throw new WrongSetting(
      `The folder ${data} holds data that is not the demo's. Choose another with --data.`,
    )
  console.log(signIns())
}
