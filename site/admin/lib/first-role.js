// Stands in the admin pages, before anything is painted: no link shows for a moment that this role may not use (admin.css).
;(() => {
  try {
    // Whose the token is (token.ts), unless nobody is known yet.
    document.documentElement.dataset.role = JSON.parse(localStorage.getItem('adminMember')).role
  } catch {
    // All links show until the server has said who it is.
  }
})()
