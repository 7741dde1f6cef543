//! A static file server for the built page, on this machine only.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tower_http::services::ServeDir;

/// Serves the folder until the process is stopped.
pub fn serve(folder: &Path, port: u16) -> Result<()> {
    let runtime = Runtime::new()?;
    let (listener, address) = bind(&runtime, port)?;
    println!("{address}  (Ctrl-C stops it)");
    runtime.block_on(answer(listener, folder))
}

/// Serves the folder from a thread of its own for as long as the process
/// lives, and says where.
pub fn serve_in_background(folder: PathBuf) -> Result<String> {
    let runtime = Runtime::new()?;
    let (listener, address) = bind(&runtime, 0)?;
    std::thread::spawn(move || runtime.block_on(answer(listener, &folder)));
    Ok(address)
}

fn bind(runtime: &Runtime, port: u16) -> Result<(TcpListener, String)> {
    let listener = runtime
        .block_on(TcpListener::bind(("127.0.0.1", port)))
        .with_context(|| format!("cannot serve on port {port}"))?;
    let address = format!("http://{}/", listener.local_addr()?);
    Ok((listener, address))
}

async fn answer(listener: TcpListener, folder: &Path) -> Result<()> {
    let files = Router::new().fallback_service(ServeDir::new(folder));
    Ok(axum::serve(listener, files).await?)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::time::Duration;

    use super::*;

    /// A folder with a short file and one that is longer than what the
    /// system takes in for a client that does not read; and its server.
    fn example() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("short.js"), "all of it").unwrap();
        File::create(folder.path().join("long")).unwrap().set_len(1 << 27).unwrap();
        let address = serve_in_background(folder.path().to_owned()).unwrap();
        (folder, address)
    }

    fn connect(address: &str) -> TcpStream {
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let stream = TcpStream::connect(host).unwrap();
        // So that a failure is one, not a test without end.
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    fn ask(stream: &mut TcpStream, path: &str) {
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    }

    /// Head and body of an answer; the connection stays open.
    fn answer(stream: &TcpStream) -> (String, String) {
        let mut reader = BufReader::new(stream);
        let (mut head, mut line) = (String::new(), String::new());
        while reader.read_line(&mut line).unwrap() > 2 {
            head.push_str(&std::mem::take(&mut line).to_ascii_lowercase());
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.unwrap_or("0").trim().parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        (head, String::from_utf8(body).unwrap())
    }

    #[test]
    fn files_come_with_their_type_and_nothing_from_outside_the_folder() {
        let (folder, address) = example();
        std::fs::create_dir(folder.path().join("inner")).unwrap();
        std::fs::write(folder.path().join("inner/index.html"), "<p>").unwrap();
        let mut stream = connect(&address);
        ask(&mut stream, "/short.js?x=1");
        let (head, body) = answer(&stream);
        assert!(head.contains("javascript") && body == "all of it", "{head}{body}");
        ask(&mut stream, "/inner/");
        let (head, body) = answer(&stream);
        assert!(head.contains("text/html") && body == "<p>", "{head}{body}");
        let inner = serve_in_background(folder.path().join("inner")).unwrap();
        let mut stream = connect(&inner);
        for path in ["/../short.js", "/%2e%2e/short.js", "/..%2fshort.js", "/no"] {
            ask(&mut stream, path);
            let (head, _) = answer(&stream);
            assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
        }
    }

    #[test]
    fn a_client_that_stops_reading_does_not_keep_the_others_waiting() {
        let (_folder, address) = example();
        let mut stalled = connect(&address);
        ask(&mut stalled, "/long");
        stalled.read_exact(&mut [0]).unwrap();
        let mut other = connect(&address);
        ask(&mut other, "/short.js");
        assert_eq!(answer(&other).1, "all of it");
    }

    #[test]
    fn many_connections_at_once_are_answered_while_all_stay_open() {
        let (_folder, address) = example();
        let mut streams = Vec::from_iter((0..64).map(|_| connect(&address)));
        for stream in &mut streams {
            ask(stream, "/short.js");
        }
        for stream in &streams {
            assert_eq!(answer(stream).1, "all of it");
        }
    }
}
