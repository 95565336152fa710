"""What does the embedded server say to bytes that are not HTTP?

A problem document, as to any other mistake: nothing behind the server has seen the request yet.
"""

import json
import secrets

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gameplay.api.errors import KINDS

CODE = "malformed_request"


class ProblemProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with another answer to what it cannot read."""

    def send_400_response(self, msg: str) -> None:
        request_id = secrets.token_hex(12)
        document = {
            "type": f"/docs/errors/{CODE}",
            "title": KINDS[CODE].title,
            "status": 400,
            "detail": msg,
            "code": CODE,
            "request_id": request_id,
        }
        body = json.dumps(document).encode()
        headers = [
            (b"content-type", b"application/problem+json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            (b"x-request-id", request_id.encode()),
        ]
        for event in (h11.Response(status_code=400, headers=headers, reason=b"Bad Request"), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
