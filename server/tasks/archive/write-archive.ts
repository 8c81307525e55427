import { join } from 'node:path'
import type { AccountName } from '#db/queries/platform/registry.ts'
import { makeSnapshot } from './snapshot.ts'
import { withStagingFolder } from './staging-folder.ts'
import { writeTar } from './tar.ts'

export type ArchiveRequest = { data: string; account: AccountName; to: string }

/** All of an account, but for the passwords of its people: `joblane unpack` brings it into another installation. */
export const writeArchive = ({ data, account, to }: ArchiveRequest): Promise<void> =>
  withStagingFolder(to, async (folder) => {
    const content = join(folder, 'content')
    await writeTar(to, content, await makeSnapshot(data, content, { account, withoutPasswords: true }))
  })
