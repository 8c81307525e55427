import { invalid } from '#server/errors.ts'
import { fragment } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { applyChoice } from './api.ts'
import { AccountFees, ChooserForm, parseChoice } from './input.ts'
import { chooserPart, readChosen, success } from './pages.tsx'

export const subscriptionActions: Route[] = [
  ...asyncAction(
    { api: 'PATCH /api/account/accountfees', page: 'POST /subscription/apply' },
    {
      claim: 'account.manage',
      body: AccountFees,
      form: {
        body: ChooserForm,
        input: (c) => {
          const { planid, choice } = readChosen(c, c.body)
          if (!planid) throw invalid({ plan: 'Choose one plan.' })
          return { body: [...choice].map(([corefee, quantity]) => ({ corefee, quantity })) }
        },
      },
      evenexpired: true,
      summary: 'Chooses a plan and add-ons: the whole list. Seats change once it is paid.',
    },
    (c) => applyChoice(c, c.person.accountid, parseChoice(c.body)),
    (_, c, message) => {
      const { choice, step } = readChosen(c, c.body)
      return fragment(chooserPart(c, c.person.accountid, choice, step), { headers: success(message) })
    },
  ),
]
