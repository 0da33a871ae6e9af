package process

// Kill kills the program of s.
func Kill(s *Server) error { return s.cmd.Process.Kill() }
