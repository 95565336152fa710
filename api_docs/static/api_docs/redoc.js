// Shows the document of this server; asks no other host.
Redoc.init("/api/v1/openapi.json", { disableSearch: false, hideHostname: true }, document.getElementById("redoc"));
