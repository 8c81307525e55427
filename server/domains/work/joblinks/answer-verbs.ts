import type { ClientAnswer, LinkPurpose } from '#db/schema/tenant/index.ts'

const verbs: Record<LinkPurpose, Record<ClientAnswer, string>> = {
  approve: {
    approve: 'Estimate approved',
    change: 'Change of the estimate asked for',
    refuse: 'Estimate refused',
  },
  accept: { approve: 'Work accepted', change: 'Change of the work asked for', refuse: 'Work refused' },
}

export const answerVerb = (purpose: LinkPurpose, answer: ClientAnswer) => verbs[purpose][answer]

/** So that an answer which the business may have given itself reads as such. */
export const sayBeside = (beside?: string) => (beside ? `, on a device where ${beside} is signed in` : '')
