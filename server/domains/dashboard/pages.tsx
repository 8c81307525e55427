import { redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'

export const dashboardPages: Route[] = [
  page('GET /', { claim: 'seat' }, ({ person, can }) => {
    if (can('platform.manage') && !can('jobs.read')) return redirect('/backoffice')
    return view(<PageTitle title={`Good day, ${person.name}`} />, {
      title: 'Dashboard',
      page: 'pages.dashboard',
    })
  }),
]
