// Inlined in the admin pages, before the first paint: no link flashes up that this role may not use (admin.css).
;(() => {
  try {
    // The token's role (token.ts), unless it is not known yet.
    document.documentElement.dataset.role = JSON.parse(localStorage.getItem('adminMember')).role
  } catch {
    // All links are shown until the server has sent the role.
  }
})()
