(function(){var d=document.documentElement,t;try{t=JSON.parse(localStorage.getItem('ascend.reading')||'{}').theme}catch(e){}
d.dataset.theme=t=='light'||t=='dark'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';d.classList.add('js')})()
