@node "%~dp0main.js" %*
