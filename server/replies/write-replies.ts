import { findReplies } from './find-replies.ts'

const [path = ''] = process.argv.slice(2)
await Bun.write(path, JSON.stringify(await findReplies()))
